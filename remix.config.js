/**
 * The screens of a record: its form, its `tabs` (address and module), what refers to it, its past and its actions.
 * It opens on the form, or on the module `first`; below the form stands the module `below`; `frame` is what stands above the tabs. Each stands at its whole address: what is sent to an index route
 * would leave `?index` in it.
 */
function record(route, path, id, tabs = [], { first, below, frame = "resource/view" } = {}) {
  const form = () => route(first ? `${path}/data` : path, "resource/edit.route.tsx", { id: `${id}/data` });
  route(undefined, `${frame}.route.tsx`, { id }, () => {
    if (first) route(path, `areas/${first}.route.tsx`, { id: `${id}/first` });
    if (below) route(undefined, `areas/${below}.route.tsx`, { id: `${id}/below` }, form);
    else form();
    for (const [tab, module] of tabs) route(`${path}/${tab}`, `areas/${module}.route.tsx`, { id: `${id}/${tab}` });
    route(`${path}/related`, "resource/related.route.tsx", { id: `${id}/related` });
    route(`${path}/history`, "resource/history.route.tsx", { id: `${id}/history` });
    route(`${path}/:action`, "resource/action.route.tsx", { id: `${id}/action` });
  });
}

/** What is left of a deleted record, and below it the module that stands below the form of a living one. */
function deletedRecord(route, path, below) {
  const id = `${path}/deleted`;
  route(undefined, `areas/${below}.route.tsx`, { id: `${id}/below` }, () =>
    route(`${id}/:id`, "resource/deleted-record.route.tsx", { id: `${id}/record` }),
  );
}

/** Tabs that few entities have: a warehouse and a crew what lies there and what was moved, a unit and a terminal what they did, a franchise what it owes, a key client what its keys did. */
const SOME_HAVE = [
  ["stock", "logistics/stock"],
  ["moves", "logistics/moves"],
  ["moves/new", "logistics/move"],
  ["counts", "logistics/counts"],
  ["connection", "objects/terminal/unit"],
  ["terminal", "objects/terminal/pax"],
  ["financial_report", "royalty/report"],
  ["financial_report/statement", "royalty/statement"],
  ["sheet", "qr-codes/sheet"],
  ["statement", "key-clients/statement"],
  ["bonuses", "key-clients/bonuses"],
  ["fiscal_operations", "fiscal/screen"],
];

/** Reports that are declared (`server/contract/reports`), at the specification's addresses. */
const REPORTS = [
  "aggregated_sales",
  "aggregated_recipes",
  "consumption_ingredients",
  "aggregated_location_sales",
  "aggregated_sales_per_device",
  "aggregated_sales_per_location",
  "aggregated_sales_per_crew",
  "advanced_aggregated_sales_per_device",
  "advanced_aggregated_sales_per_day",
  "advanced_aggregated_sales_per_crew",
  "advanced_aggregated_sales_per_crew_devices",
  "crews_services",
  "aggregated_sales_per_device_by_qr",
  "aggregated_sales_per_location_by_qr",
  "advanced_aggregated_sales_per_device_by_qr",
  "aggregated_sales_per_device_without_client",
  "devices_by_count",
  "devices_status",
  "devices_migrate",
  "franchise_royalty",
  "finance_report",
  "report_sport_life",
  "key_wallets/report_transactions",
  "key_wallets/report_aggregated_transactions",
  "online_payments",
  "online_payments/summary",
  "own_report",
];

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
          route("search", "areas/search/search.route.tsx");
          route("devices_statuses", "areas/statuses/route.tsx");
          route("closed_months", "areas/books/months.route.tsx");
          route("closed_months/:month", "areas/books/month.route.tsx");
          route("subscriptions", "areas/subscriptions/mine.route.tsx");
          route("subscriptions/all", "areas/subscriptions/all.route.tsx");
          route("subscriptions/new/:report", "areas/subscriptions/new.route.tsx");
          route("subscriptions/:id", "areas/subscriptions/change.route.tsx");
          route("devices_audits", "areas/audits/questions.route.tsx");
          route("devices_collections", "areas/collections/collections.route.tsx");
          for (const list of ["moves", "expiring", "purchase"])
            route(`stock/${list}`, "areas/logistics/list.route.tsx", { id: `stock/${list}` });

          route("needs", "areas/needs/needs.route.tsx");
          route("needs/round", "areas/needs/round.route.tsx");
          route("my_route", "areas/route-sheets/mine.route.tsx");
          route("my_route/:id/:step", "areas/route-sheets/mine.route.tsx", { id: "my_route/step" });
          route("my_route/photos/:id", "areas/route-sheets/photo.route.ts");
          route("my_route/stops/:stop", "areas/route-sheets/mine.route.tsx", { id: "my_route/stop" });
          route("plan/project", "areas/plans/plans.route.tsx");
          route("plan/project/year", "areas/plans/year.route.tsx");
          route("online_payments/:id", "areas/payments/payment.route.tsx");
          for (const report of REPORTS) route(report, "report/report.route.tsx", { id: `report/${report}` });

          // A machine opens on its summary, a ticket on its conversation.
          record(
            route,
            "devices/view/:id",
            "device",
            [
              ["monitoring", "objects/device/monitoring"],
              ["audits", "objects/device/audits"],
              ["audits/periods", "objects/device/periods"],
              ["audits/:file", "objects/device/audit"],
              ["sales", "objects/device/sales"],
              ["aggregated", "objects/device/aggregated"],
              ["aggregated_qr", "objects/device/qr"],
              ["collection", "objects/device/collection"],
              ["telemetry", "objects/device/telemetry"],
              ["firmware", "objects/device/firmware"],
              ["payments", "payments/device"],
              ["placements", "objects/device/placements"],
              ["stock", "logistics/stock"],
              ["moves", "logistics/moves"],
              ["command/:command", "objects/device/command"],
              ["maintenance", "objects/device/maintenance"],
            ],
            { first: "objects/device/summary", frame: "areas/objects/device/view" },
          );
          route("help_desk/tickets/create", "areas/help-desk/create.route.tsx");
          record(route, "help_desk/tickets/view/:id", "ticket", [], { first: "help-desk/ticket" });
          route("refunds/create", "areas/refunds/create.route.tsx");
          record(route, "refunds/view/:id", "refund", [], { first: "refunds/refund" });
          route("route_sheets/create", "areas/route-sheets/create.route.tsx");
          record(route, "route_sheets/view/:id", "route_sheet", [], { first: "route-sheets/sheet" });

          record(route, "firmware/view/:id", "firmware", [
            ["rollouts", "objects/firmware/rollouts"],
            ["rollouts/new", "objects/firmware/new-rollout"],
            ["rollouts/:rollout", "objects/firmware/rollout"],
          ]);

          // A key wallet opens on its movements.
          record(route, "key_wallets/key/view/:id", "key_wallet", [["moves/:type", "keys/move"]], {
            first: "keys/wallet",
          });

          // A cash desk opens on its shift and its queue.
          record(
            route,
            "checkbox_cashiers/view/:id",
            "fiscal_cashier",
            [
              ["receipts", "fiscal/screen"],
              ["cash/:type", "fiscal/cash"],
            ],
            { first: "fiscal/screen" },
          );
          route("checkbox_cashiers/receipts", "areas/fiscal/screen.route.tsx", { id: "receipts" });
          route("checkbox_cashiers/receipts/:receipt", "areas/fiscal/screen.route.tsx", { id: "receipt" });

          route("key_wallets/keys/move", "areas/keys/many.route.tsx");
          route("key_wallets/keys/import", "areas/keys/import.route.tsx");
          route("key_wallets/keys/imports/:id", "areas/keys/confirm.route.tsx");

          // What a record costs stands below its form, and below what is left of a deleted one.
          record(route, "recipes/view/:id", "recipe", [], { below: "costs/recipe" });
          record(route, "ingredients/view/:id", "ingredient", [], { below: "costs/ingredient" });
          deletedRecord(route, "recipes", "costs/recipe");
          deletedRecord(route, "ingredients", "costs/ingredient");

          route("qr_codes/batch", "resource/create.route.tsx", { id: "create/qr_batch" });
          route("bulk/:entity/:action", "resource/bulk.route.tsx");
          route("saved_filters/:entity", "resource/saved.route.tsx");

          // Entities of one record: their form is their list.
          for (const path of ["settings", "sportlife/discounts/general"]) {
            route(undefined, "resource/view.route.tsx", { id: path }, () => {
              route(path, "resource/edit.route.tsx", { id: `${path}/edit` });
              route(`${path}/history`, "resource/history.route.tsx", { id: `${path}/history` });
            });
          }

          // Every other entity: the address says which one and which screen.
          for (const [depth, path] of [
            [1, ":a"],
            [2, ":a/:b"],
          ]) {
            route(path, "resource/list.route.tsx", { id: `list/${depth}` });
            route(`${path}/create`, "resource/create.route.tsx", { id: `create/${depth}` });
            route(`${path}/deleted`, "resource/deleted.route.tsx", { id: `deleted/${depth}` });
            route(`${path}/deleted/:id`, "resource/deleted-record.route.tsx", { id: `deleted-record/${depth}` });
            route(`${path}/import`, "resource/import.route.tsx", { id: `import/${depth}` });
            record(route, `${path}/view/:id`, `view/${depth}`, depth === 1 ? SOME_HAVE : [["sheet", "qr-codes/sheet"]]);
          }
        });

        // Pages without the frame.
        route("login", "areas/session/login.route.tsx");
        route("logout", "areas/session/logout.route.tsx");
        route("profile/second_factor", "areas/session/second-factor.route.tsx");
        route("preferences", "areas/session/preferences.route.tsx");
        route("unsubscribe/:token", "areas/subscriptions/unsubscribe.route.tsx");
        route("offline", "frame/offline.route.tsx");
        route("*", "frame/not-found.route.tsx");
      });

      // Addresses without a page.
      route("m/:code", "areas/pay/machine.route.ts");
      route("m/:code/:token", "areas/pay/payment.route.ts");
      route("pay/callback/:account", "areas/pay/callback.route.ts");
      route("healthz", "frame/healthz.route.ts");
      route("readyz", "frame/readyz.route.ts");
      route("events", "frame/events.route.ts");
      route("assets/*", "frame/assets.route.ts");
      route("files/:file", "resource/file.route.ts");
      route("pick/:entity", "resource/pick.route.ts");
      route("export/needs", "areas/needs/export.route.ts");
      route("export/plan_project", "areas/plans/export.route.ts");
      route("export/plan_project/year", "areas/plans/export-year.route.ts");
      route("export/key_wallet/:id", "areas/keys/export.route.ts");
      route("export/key_client_statement/:id", "areas/key-clients/export.route.ts");
      route("export/stock_moves", "areas/logistics/export.route.ts");
      route("export/template/:entity", "resource/template.route.ts");
      route("export/:entity", "resource/export.route.ts");
      route("export/report/:report", "report/export.route.ts");
      route("devices/view/:id/audits/:file/raw", "areas/objects/device/raw.route.ts");
    }),
};
