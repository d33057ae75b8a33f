import type { REGIONS } from "~server/contract/enums";
import { randomOf } from "./random";

export type PlaceKind = "OFFICE" | "HOSPITAL" | "UNIVERSITY" | "STATION" | "PETROL" | "GYM" | "HOME";

export interface Place {
  name: string;
  kind: PlaceKind;
  city: string;
  region: (typeof REGIONS)[number];
  address: string;
  /** WGS 84, degrees. */
  latitude: number;
  longitude: number;
  externalId: string;
  project: string;
}

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

interface City {
  name: string;
  region: Place["region"];
  at: [latitude: number, longitude: number];
  /** "KIND name | street, house" */
  places: string[];
}

const CITIES: readonly City[] = [
  {
    name: "Київ",
    region: "AA",
    at: [50.4501, 30.5234],
    places: [
      "OFFICE БЦ «Каштан» | вул. Січових Стрільців, 41",
      "OFFICE БЦ «Дніпровські сходи» | вул. Набережно-Хрещатицька, 9",
      "OFFICE БЦ «Лук’янівський» | вул. Дегтярівська, 27",
      "OFFICE Коворкінг «Дах» | вул. Велика Васильківська, 72",
      "OFFICE Технопарк «Либідь», корпус Б | вул. Антоновича, 131",
      "HOSPITAL Міська лікарня №9, поліклініка | вул. Ризька, 4",
      "HOSPITAL Дитяча лікарня «Ластівка» | вул. Богатирська, 18",
      "UNIVERSITY Політехнічний коледж, корпус 3 | просп. Берестейський, 39",
      "UNIVERSITY Університет зв’язку, бібліотека | вул. Солом’янська, 7",
      "STATION Центральний вокзал, зал очікування | пл. Вокзальна, 1",
      "STATION Автостанція «Південна» | просп. Глушкова, 3",
      "PETROL АЗС «Тракт» №1 | вул. Кільцева дорога, 12",
      "GYM Фітнес-клуб «Рух» | вул. Драгоманова, 31",
      "HOME ЖК «Липовий гай», секція 4 | вул. Регенераторна, 4",
    ],
  },
  {
    name: "Бровари",
    region: "AI",
    at: [50.511, 30.7909],
    places: [
      "OFFICE Логістичний центр «Броварський» | вул. Об’їзна, 15",
      "PETROL АЗС «Тракт» №4 | вул. Київська, 302",
      "HOME ЖК «Лісовий квартал» | бульв. Незалежності, 21",
    ],
  },
  {
    name: "Біла Церква",
    region: "AI",
    at: [49.7968, 30.1311],
    places: ["HOSPITAL Міська лікарня №2 | вул. Семашка, 9", "PETROL АЗС «Тракт» №7 | вул. Сквирське шосе, 230"],
  },
  {
    name: "Львів",
    region: "BC",
    at: [49.8397, 24.0297],
    places: [
      "OFFICE БЦ «Під Левом» | вул. Городоцька, 174",
      "OFFICE ІТ-парк «Бодня» | вул. Угорська, 14",
      "OFFICE БЦ «Стрийський» | вул. Стрийська, 98",
      "HOSPITAL Лікарня швидкої допомоги, корпус 2 | вул. Миколайчука, 9",
      "UNIVERSITY Технічний університет, корпус 4 | вул. Митрополита Андрея, 5",
      "UNIVERSITY Лісотехнічна академія | вул. Пушкарська, 11",
      "STATION Приміський вокзал | пл. Двірцева, 2",
      "GYM Спортклуб «Висота» | вул. Кульпарківська, 93",
      "PETROL АЗС «Тракт» №11 | вул. Зелена, 301",
    ],
  },
  {
    name: "Одеса",
    region: "BH",
    at: [46.4825, 30.7233],
    places: [
      "OFFICE БЦ «Приморський» | вул. Канатна, 83",
      "OFFICE Порт-офіс «Маяк» | вул. Приморська, 18",
      "HOSPITAL Обласна лікарня, приймальне відділення | вул. Заболотного, 26",
      "UNIVERSITY Морський університет, їдальня | вул. Дідріхсона, 8",
      "STATION Автовокзал «Привоз» | вул. Новощіпний ряд, 5",
      "HOME ЖК «Аркадія Парк» | вул. Літературна, 5",
    ],
  },
  {
    name: "Дніпро",
    region: "AE",
    at: [48.4647, 35.0462],
    places: [
      "OFFICE БЦ «Катеринославський» | вул. Шолом-Алейхема, 4",
      "OFFICE БЦ «Січеславський» | просп. Яворницького, 60",
      "HOSPITAL Міська лікарня №6 | вул. Батумська, 13",
      "UNIVERSITY Гірничий університет, корпус 7 | просп. Яворницького, 19",
      "STATION Вокзал, квиткові каси | пл. Вокзальна, 11",
      "GYM Фітнес-центр «Хвиля» | наб. Перемоги, 50",
    ],
  },
  {
    name: "Кривий Ріг",
    region: "AE",
    at: [47.9105, 33.3918],
    places: ["OFFICE Адмінкорпус «Рудник» | вул. Соборності, 26", "PETROL АЗС «Тракт» №16 | вул. Дніпровське шосе, 44"],
  },
  {
    name: "Харків",
    region: "AX",
    at: [49.9935, 36.2304],
    places: [
      "OFFICE БЦ «Сумський» | вул. Сумська, 72",
      "UNIVERSITY Університет радіотехніки, корпус «З» | просп. Науки, 14",
      "HOSPITAL Клініка «Надія», поліклініка | вул. Балакірєва, 3",
      "GYM Спорткомплекс «Темп» | вул. Котляра, 7",
    ],
  },
  {
    name: "Вінниця",
    region: "AB",
    at: [49.2331, 28.4682],
    places: [
      "OFFICE БЦ «Подільський» | вул. Соборна, 34",
      "UNIVERSITY Аграрний університет | вул. Сонячна, 3",
      "STATION Вокзал, другий поверх | вул. Привокзальна, 1",
      "PETROL АЗС «Тракт» №19 | вул. Київська, 170",
    ],
  },
  {
    name: "Полтава",
    region: "BI",
    at: [49.5883, 34.5514],
    places: [
      "OFFICE Бізнес-хаб «Ворскла» | вул. Європейська, 155",
      "HOSPITAL Обласна лікарня, корпус 1 | вул. Шевченка, 23",
      "PETROL АЗС «Тракт» №22 | вул. Київське шосе, 58",
    ],
  },
  {
    name: "Івано-Франківськ",
    region: "AT",
    at: [48.9226, 24.7111],
    places: [
      "OFFICE Простір «Цех №5» | вул. Академіка Сахарова, 23",
      "UNIVERSITY Університет нафти і газу | вул. Карпатська, 15",
      "HOME ЖК «Кузня» | вул. Чорновола, 157",
    ],
  },
  {
    name: "Тернопіль",
    region: "BO",
    at: [49.5535, 25.5948],
    places: ["HOSPITAL Університетська лікарня | вул. Клінічна, 1", "GYM Спортклуб «Динаміка» | вул. Живова, 9"],
  },
  {
    name: "Рівне",
    region: "BK",
    at: [50.6199, 26.2516],
    places: ["OFFICE БЦ «Полісся» | вул. Соборна, 112", "PETROL АЗС «Тракт» №27 | вул. Дубенська, 240"],
  },
  {
    name: "Луцьк",
    region: "AC",
    at: [50.7472, 25.3254],
    places: ["STATION Автовокзал №1 | вул. Конякіна, 39", "PETROL АЗС «Тракт» №30 | вул. Рівненська, 145"],
  },
  {
    name: "Хмельницький",
    region: "BX",
    at: [49.423, 26.9871],
    places: [
      "OFFICE Торговий дім «Поділля» | вул. Кам’янецька, 21",
      "GYM Тренажерна зала «Форма» | вул. Зарічанська, 5",
    ],
  },
  { name: "Житомир", region: "AM", at: [50.2547, 28.6587], places: ["PETROL АЗС «Тракт» №33 | вул. Київська, 91"] },
  {
    name: "Черкаси",
    region: "CA",
    at: [49.4444, 32.0598],
    places: ["HOSPITAL Міська лікарня №3 | вул. Самійла Кішки, 210", "HOME ЖК «Набережний» | вул. Хрещатик, 195"],
  },
  {
    name: "Чернівці",
    region: "CE",
    at: [48.2915, 25.9403],
    places: ["UNIVERSITY Університетський коледж | вул. Коцюбинського, 2", "GYM Клуб «Атлет» | вул. Руська, 219"],
  },
  {
    name: "Ужгород",
    region: "AO",
    at: [48.6208, 22.2879],
    places: ["STATION Вокзал, зал прибуття | вул. Станційна, 9", "HOME ЖК «Боздош» | вул. Собранецька, 150"],
  },
];

/** All places, always the same. */
export const PLACES: readonly Place[] = CITIES.flatMap((city) => city.places.map((line) => ({ city, line }))).map(
  (
    {
      city: {
        name: city,
        region,
        at: [latitude, longitude],
      },
      line,
    },
    index,
  ): Place => {
    const [, kind = "", name = "", address = ""] = /^([A-Z]+) (.+) \| (.+)$/.exec(line) ?? [];
    const project = PROJECTS.find((one) => one.kinds.some((known) => known === kind));
    const found = project?.kinds.find((known) => known === kind);
    if (!project || !found) throw new Error(`no project takes ${line}`);
    const random = randomOf("place", index);
    const near = (centre: number) => Number((centre + (random() - 0.5) * 0.06).toFixed(6));
    return {
      name,
      kind: found,
      city,
      region,
      address,
      latitude: near(latitude),
      longitude: near(longitude),
      externalId: `${region}-${String(index + 1).padStart(3, "0")}`,
      project: project.name,
    };
  },
);
