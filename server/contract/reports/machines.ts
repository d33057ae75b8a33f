import { ERRORS_BY_KIND, OF_MACHINES } from "./common";
import { defineReport } from "./report";

export const devicesByCount = defineReport({
  name: "devices_by_count",
  needs: ["REPORT"],
  facts: "machines",
  rows: [],
  by: {
    cuts: ["model", "manufacturer", "device_type", "ownership", "project", "location", "region", "crew", "franchise"],
    most: 2,
    usual: ["model"],
  },
  measures: ["devices", "in_work", "hidden", "online", "offline", "with_telemetry", "with_terminal", "came", "went"],
  sort: "-devices",
  filters: OF_MACHINES,
  drill: { list: "device" },
});

export const devicesStatus = defineReport({
  name: "devices_status",
  needs: ["REPORT"],
  facts: "days",
  rows: ["device"],
  beside: ["location", "project", "status"],
  measures: [
    "online_share",
    "offline_share",
    "dark_share",
    "error_share",
    "offline_count",
    "power_cuts",
    "errors",
    "longest_outage",
    "repair_time",
  ],
  further: ["available", "first_fix", "door_openings", ...ERRORS_BY_KIND],
  sort: "-offline_share",
  filters: OF_MACHINES,
  drill: { tab: "monitoring" },
});

export const devicesMigrate = defineReport({
  name: "devices_migrate",
  needs: ["REPORT"],
  facts: "moves",
  rows: [
    "device",
    "since",
    "from_location",
    "to_location",
    "from_project",
    "to_project",
    "from_crew",
    "to_crew",
    "from_planogram",
    "to_planogram",
    "entered_by",
  ],
  below: {
    to_location: "from_location",
    to_project: "from_project",
    to_crew: "from_crew",
    to_planogram: "from_planogram",
    entered_by: "since",
  },
  measures: ["takings_before", "takings_after"],
  compares: false,
  sort: "-since",
  filters: OF_MACHINES,
  drill: { tab: "placements" },
});
