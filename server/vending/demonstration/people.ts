import type { DemonstrationAccount } from "~server/contract/demonstration";
import type { AccessMode, ROLES } from "~server/contract/enums";

export interface Person {
  name: string;
  /** Before the @ of the first company's domain. */
  login: string;
  phone: string;
  /** None for who may do everything, and for a franchise's person, whose group is the franchise's. */
  group?: string;
  role: (typeof ROLES)[number];
  companies: readonly number[];
  blocked?: true;
  helpDesk?: true;
  access?: { mode: AccessMode; projects: readonly string[] };
  /** May do everything. */
  all?: true;
  /** Whose person this is, when not the company's. */
  franchise?: string;
  /** The sign-in page of the demonstration offers this account. */
  account?: DemonstrationAccount;
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
    group: "Диспетчери",
    role: "RESPONSIBLE",
    companies: [0, 1],
    account: "dispatcher",
  },
  {
    name: "Поліщук Василь Миколайович",
    login: "v.polishchuk",
    phone: "+380630000106",
    group: "Виїзні техніки",
    role: "FIELD_TECHNICIAN",
    companies: [0],
    access: { mode: "OPEN_SELECTED", projects: ["Бізнес-центри", "Лікарні"] },
    account: "technician",
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
    account: "bookkeeper",
  },
  {
    name: "Романюк Тетяна Богданівна",
    login: "t.romaniuk",
    phone: "+380660000110",
    group: "Підтримка",
    role: "USUAL",
    companies: [0, 1],
    helpDesk: true,
    account: "support",
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
  {
    name: "Коваленко Ігор Васильович",
    login: "i.kovalenko",
    phone: "+380670000113",
    role: "DIRECTOR",
    companies: [0, 1],
    all: true,
    account: "administrator",
  },
  {
    name: "Гаврилюк Світлана Павлівна",
    login: "s.havryliuk",
    phone: "+380430000114",
    role: "USUAL",
    companies: [],
    franchise: "ФОП Гаврилюк, Поділля",
    account: "franchise",
  },
];
