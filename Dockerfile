# An image with the program `collisionbench` and nothing else beside Debian:
#
#     docker build --tag collisionbench .
#     docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/work" collisionbench run
FROM rust:1.95.0-slim-trixie AS build
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked --bin collisionbench

FROM debian:trixie-slim@sha256:d7e12182ce18b85b93007c1dedf31f2d29e01ccf3182cc4017c709b6259bc132
COPY --from=build /source/target/dist/collisionbench /usr/local/bin/collisionbench
COPY --from=build /source/LICENSE-MIT /source/LICENSE-APACHE /usr/local/share/doc/collisionbench/
RUN useradd --uid 1000 --create-home bench && mkdir /work && chown bench /work
USER 1000
WORKDIR /work
ENTRYPOINT ["collisionbench"]
CMD ["--help"]
