import { type Permission, PERMISSIONS } from "~server/contract/permissions";

export interface Group {
  name: string;
  description: string;
  permissions: readonly Permission[];
}

const SEES: readonly Permission[] = ["DEVICE_STATUS", "DEVICE", "LOCATION", "PLANOGRAM", "RECIPE", "INGREDIENT"];

export const GROUPS: readonly Group[] = [
  {
    name: "Оператори",
    description: "Стежать за мережею: статуси, зчитування, телеметрія.",
    permissions: [...SEES, "TELEMETRY", "REPORT", "HELP_DESK"],
  },
  {
    name: "Диспетчери",
    description: "Планують маршрути екіпажів і поповнення, передають заявки.",
    permissions: [...SEES, "TELEMETRY", "LOCATION_GROUP", "WAREHOUSE", "CREW", "REPORT", "REPORT_CREW", "HELP_DESK"],
  },
  {
    name: "Менеджери",
    description: "Ведуть локації, автомати, планограми та ціни.",
    permissions: [
      ...SEES,
      "COMPANY",
      "PROJECT",
      "LOCATION_DIVISION",
      "LOCATION_GROUP",
      "LOCATION_GROUP_CONFIG",
      "WAREHOUSE",
      "FRANCHISE",
      "QR_CODES",
      "LOCATION_CREATE",
      "TELEMETRY",
      "TELEMETRY_CREATE",
      "DEVICE_CREATE",
      "INGREDIENT_CREATE",
      "DEVICE_MANUFACTURER",
      "CREW",
      "USER",
      "REPORT",
      "REPORT_FINANCE",
      "HELP_DESK",
    ],
  },
  {
    name: "Виїзні техніки",
    description: "Обслуговують автомати на локаціях.",
    permissions: ["DEVICE_STATUS", "DEVICE", "LOCATION", "TELEMETRY", "PLANOGRAM", "HELP_DESK"],
  },
  {
    name: "Бухгалтерія",
    description: "Продажі, інкасація, фіскальні чеки.",
    permissions: [
      "DEVICE",
      "LOCATION",
      "COMPANY",
      "PROJECT",
      "CHECKBOX",
      "FRANCHISE",
      "REPORT",
      "REPORT_FINANCE",
      "REPORT_FRANCHISE",
      "REPORT_ONLINE_PAYMENTS",
    ],
  },
  {
    name: "Підтримка",
    description: "Відповідає покупцям і передає заявки технікам.",
    permissions: ["DEVICE_STATUS", "DEVICE", "LOCATION", "KEY_CLIENTS", "KEY_WALLETS", "HELP_DESK", "HELP_DESK_CONFIG"],
  },
  {
    name: "Аудитори",
    description: "Перевіряють продажі та звіти, нічого не заводять.",
    permissions: ["DEVICE_STATUS", "DEVICE", "LOCATION", ...PERMISSIONS.filter((code) => code.startsWith("REPORT"))],
  },
];
