# docker build -t berth .
# Debian trixie, because bookworm's git is 2.39. Pin the base image by digest where you build.

FROM node:24-trixie-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/run.mjs image /app

FROM node:24-trixie-slim
# tini, because a killed git leaves ssh and its helpers to the first process, and Node.js doesn't reap them.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data
WORKDIR /app
COPY --from=build /app ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 BERTH_DATA_DIR=/data
EXPOSE 3000
# The user node, as a number because Kubernetes can't tell from a name that it isn't root.
USER 1000:1000
ENTRYPOINT ["tini", "--", "node", "scripts/image-main.mjs"]
CMD ["start"]
