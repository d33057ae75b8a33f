# One image for both services: the web (the default command) and the vending API (`node build/vending/main.js`).

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json remix.config.js vite.config.ts vite.server.config.ts ./
COPY public public
COPY locales locales
COPY scripts scripts
COPY docs/help docs/help
COPY server server
COPY app app
RUN npm run build

FROM node:24-slim AS production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 VENDING_HOST=0.0.0.0 VENDING_PORT=3001 DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=production /app/package.json ./
COPY --from=production /app/node_modules node_modules
COPY --from=build /app/build build
COPY server/vending/database/migrations server/vending/database/migrations
COPY scripts/health.mjs scripts/health.mjs
USER node
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=15s --timeout=5s --retries=4 CMD ["node", "scripts/health.mjs"]
CMD ["node", "node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"]
