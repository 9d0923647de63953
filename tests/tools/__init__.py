"""Tests of the programs that a maintainer runs, where they decide something of their own."""
