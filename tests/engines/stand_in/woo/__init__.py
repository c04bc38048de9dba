"""Stands in for the package: just what the driver calls, elastic and without friction, positions half a step ahead."""
