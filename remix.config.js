/**
 * The screens of a record: its form, its `tabs` (address and module), what refers to it, its past and its actions.
 * It opens on the form or on the module `first`, records of the lists in `summaries` on the module there; below the
 * form stands the module `below`, above the tabs `frame`. Each stands at its whole address: what is sent to an index
 * route would leave `?index` in it.
 */
function record(route, path, tabs = [], { first, summaries = [], below, frame = "resource/view" } = {}) {
  const form = () => route(first ? `${path}/data` : path, "resource/edit");
  route.around(`${path} frame`, frame, () => {
    if (first) route(path, `areas/${first}`);
    if (below) route.around(`${path} form`, `areas/${below}`, form);
    else form();
    for (const [list, module] of summaries) route(`${list}/view/:id`, `areas/${module}`);
    if (summaries.length) route(`${path}/data`, "resource/edit");
    for (const [tab, module] of tabs) route(`${path}/${tab}`, `areas/${module}`);
    route(`${path}/related`, "resource/related");
    route(`${path}/history`, "resource/history");
    route(`${path}/:action`, "resource/action");
  });
}

/** What is left of a deleted record, and below it the module that stands below the form of a living one. */
function deletedRecord(route, path, below) {
  route.around(`${path} deleted`, `areas/${below}`, () => route(`${path}/deleted/:id`, "resource/deleted-record"));
}

/**
 * Declares routes by their module, without its ending. A route's name is its address, so that the manifest of routes,
 * part of every first visit, tells it once.
 */
function named(defineRoute) {
  const route = (path, module, ending = "tsx") => defineRoute(path, `${module}.route.${ending}`, { id: path });
  route.index = (id, module) => defineRoute("", `${module}.route.tsx`, { id, index: true });
  route.around = (id, module, children) => defineRoute(undefined, `${module}.route.tsx`, { id }, children);
  return route;
}

/** Tabs that few entities have: a warehouse and a crew what lies there and what was moved, a unit and a terminal what they did, a franchise what it owes, a key client what its keys did, a person and a group what they see. */
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
  ["sight", "people/sight"],
];

/** Records that others belong to open on a summary of them; their form has an address of its own. */
const SUMMARIES = [
  ["locations", "objects/location/summary"],
  ["crew", "objects/crew/summary"],
  ["companies", "objects/company/summary"],
  ["projects", "objects/project/summary"],
  ["key_client", "key-clients/summary"],
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
  "advanced_aggregated_sales_per_location",
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
    defineRoutes((defineRoute) => {
      const route = named(defineRoute);
      route.around("boundary", "frame/boundary", () => {
        // Pages of a signed-in person, inside the frame: header, menu, footer.
        route.around("frame", "frame/frame", () => {
          route.index("/", "areas/dashboard/dashboard");
          route("profile", "areas/session/profile");
          route("notices", "areas/notices/notices");
          route("search", "areas/search/search");
          route("help/:area?", "areas/help/help");
          route("devices_statuses", "areas/statuses/statuses");
          route("alerts", "areas/alerts/alerts");
          route("alerts/view/:id", "areas/alerts/alert");
          route("closed_months", "areas/books/months");
          route("closed_months/:month", "areas/books/month");
          route("subscriptions", "areas/subscriptions/mine");
          route("subscriptions/all", "areas/subscriptions/all");
          route("subscriptions/new/:report", "areas/subscriptions/new");
          route("subscriptions/:id", "areas/subscriptions/change");
          route("devices_audits", "areas/audits/questions");
          route("devices_collections", "areas/collections/collections");
          for (const list of ["moves", "expiring", "purchase"]) route(`stock/${list}`, "areas/logistics/list");

          route("needs", "areas/needs/needs");
          route("needs/round", "areas/needs/round");
          route("my_route", "areas/route-sheets/mine");
          route("my_route/:id/:step", "areas/route-sheets/mine");
          route("my_route/photos/:id", "areas/route-sheets/photo", "ts");
          route("my_route/stops/:stop", "areas/route-sheets/mine");
          route("plan/project", "areas/plans/plans");
          route("plan/project/year", "areas/plans/year");
          route("online_payments/:id", "areas/payments/payment");
          for (const report of REPORTS) route(report, "report/report");

          // A machine opens on its summary, a ticket on its conversation.
          record(
            route,
            "devices/view/:id",
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
          route("help_desk/tickets/create", "areas/help-desk/create");
          record(route, "help_desk/tickets/view/:id", [], { first: "help-desk/ticket" });
          route("help_desk/readers/:id", "areas/help-desk/readers", "ts");
          route("refunds/create", "areas/refunds/create");
          record(route, "refunds/view/:id", [], { first: "refunds/refund" });
          route("route_sheets/create", "areas/route-sheets/create");
          record(route, "route_sheets/view/:id", [], { first: "route-sheets/sheet" });

          record(route, "firmware/view/:id", [
            ["rollouts", "objects/firmware/rollouts"],
            ["rollouts/new", "objects/firmware/new-rollout"],
            ["rollouts/:rollout", "objects/firmware/rollout"],
          ]);

          record(route, "planogram/view/:id", [["prices", "objects/planogram/prices"]], {
            frame: "areas/objects/planogram/view",
          });

          // A key wallet opens on its movements.
          record(route, "key_wallets/key/view/:id", [["moves/:type", "keys/move"]], {
            first: "keys/wallet",
          });

          // A cash desk opens on its shift and its queue.
          record(
            route,
            "checkbox_cashiers/view/:id",
            [
              ["receipts", "fiscal/screen"],
              ["cash/:type", "fiscal/cash"],
            ],
            { first: "fiscal/screen" },
          );
          route("checkbox_cashiers/receipts", "areas/fiscal/screen");
          route("checkbox_cashiers/receipts/:receipt", "areas/fiscal/screen");

          route("key_wallets/keys/move", "areas/keys/many");
          route("key_wallets/keys/import", "areas/keys/import");
          route("key_wallets/keys/imports/:id", "areas/keys/confirm");

          // What a record costs stands below its form, and below what is left of a deleted one.
          record(route, "recipes/view/:id", [], { below: "costs/recipe" });
          record(route, "ingredients/view/:id", [], { below: "costs/ingredient" });
          deletedRecord(route, "recipes", "costs/recipe");
          deletedRecord(route, "ingredients", "costs/ingredient");

          route("qr_codes/batch", "resource/create");
          route("bulk/:entity/:action", "resource/bulk");
          route("saved_filters/:entity", "resource/saved");

          // Entities of one record: their form is their list.
          for (const path of ["settings", "sportlife/discounts/general"]) {
            route.around(`${path} frame`, "resource/view", () => {
              route(path, "resource/edit");
              route(`${path}/history`, "resource/history");
            });
          }

          // Every other entity: the address says which one and which screen.
          for (const [depth, path] of [
            [1, ":a"],
            [2, ":a/:b"],
          ]) {
            route(path, "resource/list");
            route(`${path}/create`, "resource/create");
            route(`${path}/deleted`, "resource/deleted");
            route(`${path}/deleted/:id`, "resource/deleted-record");
            route(`${path}/import`, "resource/import");
            record(route, `${path}/view/:id`, depth === 1 ? SOME_HAVE : [["sheet", "qr-codes/sheet"]], {
              summaries: depth === 1 ? SUMMARIES : [],
            });
          }
        });

        // Pages without the frame.
        route("ui", "areas/ui/ui");
        route("login", "areas/session/login");
        route("logout", "areas/session/logout");
        route("profile/second_factor", "areas/session/second-factor");
        route("preferences", "areas/session/preferences");
        route("unsubscribe/:token", "areas/subscriptions/unsubscribe");
        route("offline", "frame/offline");
        route("*", "frame/not-found");
      });

      // Addresses without a page.
      route("m/:code", "areas/pay/machine", "ts");
      route("m/:code/:token", "areas/pay/payment", "ts");
      route("pay/callback/:account", "areas/pay/callback", "ts");
      route("healthz", "frame/healthz", "ts");
      route("readyz", "frame/readyz", "ts");
      route("events", "frame/events", "ts");
      route("assets/*", "frame/assets", "ts");
      route("files/:file", "resource/file", "ts");
      route("pick/:entity", "resource/pick", "ts");
      route("export/needs", "areas/needs/export", "ts");
      route("export/plan_project", "areas/plans/export", "ts");
      route("export/plan_project/year", "areas/plans/export-year", "ts");
      route("export/key_wallet/:id", "areas/keys/export", "ts");
      route("export/key_client_statement/:id", "areas/key-clients/export", "ts");
      route("export/stock_moves", "areas/logistics/export", "ts");
      route("export/template/:entity", "resource/template", "ts");
      route("export/template/key_wallet/:file", "areas/keys/template", "ts");
      route("export/:entity", "resource/export", "ts");
      route("export/report/:report", "report/export", "ts");
      route("devices/view/:id/audits/:file/raw", "areas/objects/device/raw", "ts");
    }),
};
