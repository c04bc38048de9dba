"""What the package says of itself."""

version = "1.0rc9"
