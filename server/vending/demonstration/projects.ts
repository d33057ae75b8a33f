export type PlaceKind = "OFFICE" | "HOSPITAL" | "UNIVERSITY" | "STATION" | "PETROL" | "GYM" | "HOME";

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
