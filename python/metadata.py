"""Write METADATA of a folder .dist-info, by which Python knows the installed package.

Usage: metadata.py OUTPUT PYPROJECT VERSION
"""

import sys
import tomllib


def lines_of(project, version):
    """Yields the lines, from the table `project` of pyproject.toml."""
    yield "Metadata-Version: 2.1"
    yield f"Name: {project['name']}"
    yield f"Version: {version}"
    yield f"Summary: {project['description']}"
    yield f"License: {project['license']}"
    for classifier in project["classifiers"]:
        yield f"Classifier: {classifier}"
    yield f"Requires-Python: {project['requires-python']}"
    for need in project["dependencies"]:
        yield f"Requires-Dist: {need}"
    for extra, needs in project["optional-dependencies"].items():
        yield f"Provides-Extra: {extra}"
        for need in needs:
            yield f'Requires-Dist: {need}; extra == "{extra}"'


def main():
    output, source, version = sys.argv[1:]
    with open(source, "rb") as file:
        project = tomllib.load(file)["project"]
    with open(output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines_of(project, version)) + "\n")


if __name__ == "__main__":
    main()
