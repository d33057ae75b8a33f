import type { WEEKDAYS } from "~server/contract/enums";

export type PlaceKind = "OFFICE" | "HOSPITAL" | "UNIVERSITY" | "STATION" | "PETROL" | "GYM" | "HOME";
type Weekday = (typeof WEEKDAYS)[number];

/** When crews get to machines of such places; elsewhere they do at any time. */
export const OPENING: Partial<Record<PlaceKind, { opens_at: string; closes_at: string; closed_on?: Weekday[] }>> = {
  OFFICE: { opens_at: "07:30", closes_at: "20:00", closed_on: ["SUNDAY"] },
  UNIVERSITY: { opens_at: "08:00", closes_at: "18:00", closed_on: ["SUNDAY"] },
  GYM: { opens_at: "07:00", closes_at: "22:00" },
};

export const COMPANIES = [
  {
    name: "ТОВ «Кава Поруч»",
    phone: "+380440000110",
    email: "office@kava-poruch.example",
    note: "Офіси, лікарні, університети",
  },
  {
    name: "ТОВ «Смак у дорозі»",
    phone: "+380320000220",
    email: "office@smak-u-dorozi.example",
    note: "Вокзали, АЗС, спорт і житлові комплекси",
  },
] as const;

export const PROJECTS: readonly { name: string; company: string; kinds: readonly PlaceKind[]; note: string | null }[] =
  [
    { name: "Бізнес-центри", company: "ТОВ «Кава Поруч»", kinds: ["OFFICE"], note: null },
    {
      name: "Лікарні",
      company: "ТОВ «Кава Поруч»",
      kinds: ["HOSPITAL"],
      note: "Обслуговування до 8:00 за домовленістю з адміністрацією",
    },
    { name: "Університети", company: "ТОВ «Кава Поруч»", kinds: ["UNIVERSITY"], note: null },
    { name: "Вокзали", company: "ТОВ «Смак у дорозі»", kinds: ["STATION"], note: null },
    { name: "АЗС «Тракт»", company: "ТОВ «Смак у дорозі»", kinds: ["PETROL"], note: "Автомати працюють цілодобово" },
    { name: "Спорт і житло", company: "ТОВ «Смак у дорозі»", kinds: ["GYM", "HOME"], note: null },
  ];
