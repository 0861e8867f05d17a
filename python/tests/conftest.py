"""Settings of Hypothesis for all tests: time on a loaded machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile("clmodp", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("clmodp")
