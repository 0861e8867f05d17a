"""Sphinx configuration of the manual: pages in docs/, and the comments of the public headers.

scripts/manual builds it. CLMODP_HEADERS_XML is the folder with the XML output of Doxygen.
"""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)

with open(os.path.join(ROOT, "meson.build"), encoding="utf-8") as file:
    version = release = re.search(r"version: '([\d.]+)'", file.read()).group(1)

project = "clmodp"
author = "clmodp's authors"
copyright = "clmodp's authors, MIT licence"  # pylint: disable=redefined-builtin

extensions = ["myst_parser", "breathe", "autoapi.extension", "links", "arguments"]
exclude_patterns = ["sphinx"]
nitpicky = True
# Names of C, OpenCL, GMP and Python, which have their own manuals, and private modules of the
# package.
nitpick_ignore_regex = [("c:identifier", r"(u?int\d+_t|size_t|mpz_\w+|cl_\w+|MPI_\w+|fmpz_\w+)"),
                        ("py:.*", r".*")]
suppress_warnings = ["autoapi.python_import_resolution"]  # cffi generates a module

myst_heading_anchors = 4
breathe_projects = {project: os.environ["CLMODP_HEADERS_XML"]}
breathe_default_project = project
breathe_show_include = False
breathe_domain_by_extension = {"h": "c"}
# The sources of the package are parsed, not imported, so that no build is needed.
autoapi_dirs = [os.path.join(ROOT, "python", "clmodp")]
autoapi_options = ["members", "imported-members", "show-signature"]
autoapi_file_patterns = ["*.py"]
autoapi_generate_api_docs = False
autoapi_add_toctree_entry = False
c_id_attributes = ["CLMODP_API", "CLMODP_NODISCARD"]

smartquotes = False
# Blocks without a language are commands, formulas and output.
highlight_language = "none"
html_theme = "furo"
html_title = f"clmodp {version}"
html_static_path = ["static"]
html_css_files = ["manual.css"]
html_copy_source = False
