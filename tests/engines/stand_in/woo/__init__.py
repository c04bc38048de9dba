"""Stands in for the package: what the driver calls, with its contact, positions half a step ahead."""

import os

# As the package does, where the variable is set.
if "OMP_NUM_THREADS" in os.environ:
    print("Honoring environment variable OMP_NUM_THREADS=" + os.environ["OMP_NUM_THREADS"])
