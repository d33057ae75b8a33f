/**
 * Options of Remix and the site map: every address of the web application and the module that answers it.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  // Routes are named here, not by files.
  ignoredRouteFiles: ["**/*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // There are few route records: knowing them all costs less than asking for them before each first visit.
    v3_lazyRouteDiscovery: false,
    unstable_optimizeDeps: true,
  },
  routes: (defineRoutes) =>
    defineRoutes((route) => {
      route(undefined, "frame/boundary.route.tsx", () => {
        // Pages of a signed-in person, inside the frame: header, menu, footer.
        route(undefined, "frame/route.tsx", () => {
          route("", "areas/dashboard/route.tsx", { index: true });
          route("profile", "areas/session/profile.route.tsx");
          route("notices", "areas/notices/notices.route.tsx");
          route("devices_statuses", "areas/statuses/route.tsx");

          // A machine has more tabs than its form.
          route("devices/view/:id", "resource/view.route.tsx", { id: "device" }, () => {
            route("", "areas/objects/device/summary.route.tsx", { index: true });
            route("data", "resource/edit.route.tsx", { id: "device/data" });
            route("monitoring", "areas/objects/device/monitoring.route.tsx");
            route("audits", "areas/objects/device/audits.route.tsx");
            route("audits/:file", "areas/objects/device/audit.route.tsx");
            route("sales", "areas/objects/device/sales.route.tsx");
            route("aggregated", "areas/objects/device/aggregated.route.tsx");
            route("aggregated_qr", "areas/objects/device/qr.route.tsx");
            route("collection", "areas/objects/device/collection.route.tsx");
            route("telemetry", "areas/objects/device/telemetry.route.tsx");
            route("firmware", "areas/objects/device/firmware.route.tsx");
            route("command/:command", "areas/objects/device/command.route.tsx");
            route("related", "resource/related.route.tsx", { id: "device/related" });
            route("history", "resource/history.route.tsx", { id: "device/history" });
            route(":action", "resource/action.route.tsx", { id: "device/action" });
          });

          // A warehouse has what lies there and what was moved.
          route("warehouses/view/:id", "resource/view.route.tsx", { id: "warehouse" }, () => {
            route("", "resource/edit.route.tsx", { index: true, id: "warehouse/data" });
            route("stock", "areas/logistics/stock.route.tsx");
            route("moves", "areas/logistics/moves.route.tsx");
            route("moves/new", "areas/logistics/move.route.tsx");
            route("related", "resource/related.route.tsx", { id: "warehouse/related" });
            route("history", "resource/history.route.tsx", { id: "warehouse/history" });
            route(":action", "resource/action.route.tsx", { id: "warehouse/action" });
          });

          // A ticket opens on its conversation.
          route("help_desk/tickets/create", "areas/help-desk/create.route.tsx");
          route("help_desk/tickets/view/:id", "resource/view.route.tsx", { id: "ticket" }, () => {
            route("", "areas/help-desk/ticket.route.tsx", { index: true });
            route("data", "resource/edit.route.tsx", { id: "ticket/data" });
            route("history", "resource/history.route.tsx", { id: "ticket/history" });
            route(":action", "resource/action.route.tsx", { id: "ticket/action" });
          });
          // Units, terminals and firmware have what they did besides what they are.
          for (const [path, id, tabs] of [
            ["telemetry/view/:id", "telemetry", [["connection", "terminal/unit"]]],
            ["pax/view/:id", "pax", [["connection", "terminal/pax"]]],
            ["firmware/view/:id", "firmware", [["rollouts", "firmware/rollouts"], ["rollouts/new", "firmware/new-rollout"], ["rollouts/:rollout", "firmware/rollout"]]],
          ]) {
            route(path, "resource/view.route.tsx", { id }, () => {
              route("", "resource/edit.route.tsx", { index: true, id: `${id}/data` });
              for (const [tab, module] of tabs) route(tab, `areas/objects/${module}.route.tsx`);
              route("related", "resource/related.route.tsx", { id: `${id}/related` });
              route("history", "resource/history.route.tsx", { id: `${id}/history` });
              route(":action", "resource/action.route.tsx", { id: `${id}/action` });
            });
          }

          route("bulk/:entity/:action", "resource/bulk.route.tsx");
          route("saved_filters/:entity", "resource/saved.route.tsx");

          // Entities of one record: their form is their list.
          for (const path of ["settings", "sportlife/discounts/general"]) {
            route(path, "resource/view.route.tsx", { id: path }, () => {
              route("", "resource/edit.route.tsx", { index: true, id: `${path}/edit` });
              route("history", "resource/history.route.tsx", { id: `${path}/history` });
            });
          }

          // Every other entity: the address says which one and which screen.
          for (const [depth, path] of [[1, ":a"], [2, ":a/:b"]]) {
            route(path, "resource/list.route.tsx", { id: `list/${depth}` });
            route(`${path}/create`, "resource/create.route.tsx", { id: `create/${depth}` });
            route(`${path}/view/:id`, "resource/view.route.tsx", { id: `view/${depth}` }, () => {
              route("", "resource/edit.route.tsx", { index: true, id: `edit/${depth}` });
              route("related", "resource/related.route.tsx", { id: `related/${depth}` });
              route("history", "resource/history.route.tsx", { id: `history/${depth}` });
              route(":action", "resource/action.route.tsx", { id: `action/${depth}` });
            });
          }
        });

        // Pages without the frame.
        route("login", "areas/session/login.route.tsx");
        route("logout", "areas/session/logout.route.tsx");
        route("preferences", "areas/session/preferences.route.tsx");
        route("offline", "frame/offline.route.tsx");
        route("*", "frame/not-found.route.tsx");
      });

      // Addresses without a page.
      route("healthz", "frame/healthz.route.ts");
      route("readyz", "frame/readyz.route.ts");
      route("events", "frame/events.route.ts");
      route("assets/*", "frame/assets.route.ts");
      route("files/:file", "resource/file.route.ts");
      route("pick/:entity", "resource/pick.route.ts");
      route("export/:entity", "resource/export.route.ts");
      route("devices/view/:id/audits/:file/raw", "areas/objects/device/raw.route.ts");
    }),
};
