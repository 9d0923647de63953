"""The container image, for whoever releases it: `python -m tools.image build | pins | bases`.

`engine` speaks to docker, podman or buildah; `pins` writes the versions that the image installs,
with the digests of their files; `bases` makes stand-ins for the images that ours is built on, where
no registry can be reached. What is built is said by the Dockerfile alone, and `tests/image` tries
it.
"""
