#!/bin/sh
# Stands in for the program of Argo CD's image that prints who signed a commit, which its repo-server runs on each. Nobody has.
