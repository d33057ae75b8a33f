import type { AccessMode, ROLES } from "~server/contract/enums";
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
      "REPORT",
      "REPORT_FINANCE",
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

export interface Person {
  name: string;
  /** Before the @ of the first company's domain. */
  login: string;
  phone: string;
  group: string;
  role: (typeof ROLES)[number];
  companies: readonly number[];
  blocked?: true;
  helpDesk?: true;
  access?: { mode: AccessMode; projects: readonly string[] };
}

export const PEOPLE: readonly Person[] = [
  {
    name: "Мельник Олена Петрівна",
    login: "o.melnyk",
    phone: "+380670000101",
    group: "Менеджери",
    role: "DIRECTOR",
    companies: [0, 1],
  },
  {
    name: "Шевчук Андрій Іванович",
    login: "a.shevchuk",
    phone: "+380670000102",
    group: "Менеджери",
    role: "MANAGER",
    companies: [0],
  },
  {
    name: "Бондаренко Ірина Сергіївна",
    login: "i.bondarenko",
    phone: "+380670000103",
    group: "Менеджери",
    role: "MANAGER",
    companies: [1],
    access: { mode: "OPEN_SELECTED", projects: ["Вокзали", "АЗС «Тракт»"] },
  },
  {
    name: "Ткаченко Максим Олегович",
    login: "m.tkachenko",
    phone: "+380500000104",
    group: "Оператори",
    role: "USUAL",
    companies: [0, 1],
    helpDesk: true,
  },
  {
    name: "Кравець Юлія Вікторівна",
    login: "y.kravets",
    phone: "+380500000105",
    group: "Оператори",
    role: "RESPONSIBLE",
    companies: [0, 1],
  },
  {
    name: "Поліщук Василь Миколайович",
    login: "v.polishchuk",
    phone: "+380630000106",
    group: "Виїзні техніки",
    role: "FIELD_TECHNICIAN",
    companies: [0],
    access: { mode: "OPEN_SELECTED", projects: ["Бізнес-центри", "Лікарні"] },
  },
  {
    name: "Гнатюк Роман Степанович",
    login: "r.hnatiuk",
    phone: "+380630000107",
    group: "Виїзні техніки",
    role: "FIELD_TECHNICIAN",
    companies: [1],
    access: { mode: "CLOSE_SELECTED", projects: ["Спорт і житло"] },
  },
  {
    name: "Лисенко Дмитро Андрійович",
    login: "d.lysenko",
    phone: "+380630000108",
    group: "Виїзні техніки",
    role: "TECHNICIAN",
    companies: [0, 1],
    blocked: true,
  },
  {
    name: "Савченко Наталія Ігорівна",
    login: "n.savchenko",
    phone: "+380660000109",
    group: "Бухгалтерія",
    role: "BOOKKEEPER",
    companies: [0, 1],
  },
  {
    name: "Романюк Тетяна Богданівна",
    login: "t.romaniuk",
    phone: "+380660000110",
    group: "Підтримка",
    role: "USUAL",
    companies: [0, 1],
    helpDesk: true,
  },
  {
    name: "Захарчук Оксана Юріївна",
    login: "o.zakharchuk",
    phone: "+380660000111",
    group: "Аудитори",
    role: "USUAL",
    companies: [0, 1],
  },
  {
    name: "Дяченко Павло Романович",
    login: "p.diachenko",
    phone: "+380960000112",
    group: "Оператори",
    role: "USUAL",
    companies: [0],
    blocked: true,
  },
];
