"""The version of this package."""

VERSION = "0.7.0"
