import { sql } from "drizzle-orm";
import { z } from "zod";
import type { TicketPriority, TicketStatus } from "~server/contract/enums";
import { type Db, rows, run } from "../database/query";
import * as tables from "../tables";
import { HOUR, MINUTE, type Moment } from "./calendar";
import { idsBy, insertAll } from "./insert";
import { chance, pick, type Random, randomOf, weighted, whole } from "./random";

const CATEGORIES = [
  { name: "Оплата й здача", description: "Купюри, монети, картки, повернення коштів." },
  { name: "Напої та якість", description: "Смак, температура, недолив." },
  { name: "Несправність автомата", description: "Автомат не працює або повідомляє про помилку." },
  { name: "Видача товару", description: "Товар застряг або не видано." },
  { name: "Ключі та бонуси", description: "Баланс ключа, поповнення, кешбек." },
  { name: "Партнери та локації", description: "Прохання й зауваження господарів локацій." },
];

const SOLUTIONS = [
  {
    category: "Оплата й здача",
    name: "Повернення готівки",
    text: "Вибачте за незручність. Повернемо гроші на картку або поповнимо мобільний протягом одного робочого дня. Напишіть, будь ласка, суму, час покупки та номер автомата (наклейка біля купюроприймача).",
  },
  {
    category: "Оплата й здача",
    name: "Подвійне списання з картки",
    text: "Друге списання — це блокування коштів, яке банк зніме сам протягом 1–3 днів. Якщо цього не сталося, надішліть виписку — повернемо.",
  },
  {
    category: "Напої та якість",
    name: "Холодний напій",
    text: "Дякуємо, що повідомили. Технік перевірить бойлер сьогодні. За напій повернемо кошти.",
  },
  {
    category: "Несправність автомата",
    name: "Перезапуск на місці",
    text: "Вимкніть автомат вимикачем ззаду праворуч, зачекайте 30 секунд і ввімкніть знову. Прогрів триває до 10 хвилин.",
  },
  {
    category: "Несправність автомата",
    name: "Закінчилася вода",
    text: "Екіпаж уже їде з водою. Орієнтовний час прибуття — до двох годин.",
  },
  {
    category: "Видача товару",
    name: "Товар застряг",
    text: "Не трусіть, будь ласка, автомат. Гроші повернемо, а товар дістане технік під час наступного візиту.",
  },
  {
    category: "Ключі та бонуси",
    name: "Перенесення балансу на новий ключ",
    text: "Назвіть номер старого й нового ключа — перенесемо баланс і бонуси впродовж години.",
  },
  {
    category: null,
    name: "Подяка й завершення",
    text: "Дякуємо за звернення! Якщо питання залишилися — просто дайте відповідь на це повідомлення.",
  },
];

const STATES = [
  { name: "Чекаємо запчастину", counts_as: "ON_HOLD", colour: "YELLOW", position: 10, note: "Замовлено у виробника" },
  { name: "Передано екіпажу", counts_as: "IN_PROGRESS", colour: "BLUE", position: 20, note: null },
  { name: "Передано банку", counts_as: "ON_HOLD", colour: "GREY", position: 30, note: null },
];

interface Story {
  subject: string;
  description: string;
  category: string;
  priority: TicketPriority;
  device: boolean;
  said: readonly [kind: "REPLY" | "NOTE" | "CLIENT", text: string][];
}

const STORIES: readonly Story[] = [
  {
    subject: "Не видав здачу зі 100 гривень",
    description: "Купив капучино, дав 100 грн, здачі не отримав.",
    category: "Оплата й здача",
    priority: "MEDIUM",
    device: true,
    said: [
      ["REPLY", "Добрий день! Уточніть, будь ласка, час покупки."],
      ["CLIENT", "Близько 9:15."],
      ["REPLY", "Знайшли. Повертаємо 65 грн на картку сьогодні."],
    ],
  },
  {
    subject: "З картки списано двічі",
    description: "Еспресо за 30 грн, списано 60.",
    category: "Оплата й здача",
    priority: "HIGH",
    device: true,
    said: [
      ["NOTE", "У виписці еквайра друга операція має статус «авторизація»."],
      ["REPLY", "Друге списання — блокування, банк зніме його за 1–3 дні."],
    ],
  },
  {
    subject: "Кава холодна",
    description: "Другий день поспіль напої ледь теплі.",
    category: "Напої та якість",
    priority: "HIGH",
    device: true,
    said: [
      ["REPLY", "Дякуємо, технік буде сьогодні до 16:00."],
      ["NOTE", "Бойлер 61 °C замість 88. Замовити термостат."],
    ],
  },
  {
    subject: "Автомат не вмикається після відключення світла",
    description: "Світло дали о 14:00, екран темний.",
    category: "Несправність автомата",
    priority: "CRITICAL",
    device: true,
    said: [
      ["REPLY", "Спробуйте, будь ласка, вимкнути автомат на 30 секунд і ввімкнути знову."],
      ["CLIENT", "Не допомогло."],
      ["NOTE", "Виїзд узгоджено з екіпажем 3."],
    ],
  },
  {
    subject: "Застряг батончик",
    description: "Комірка 24, батончик висить на спіралі.",
    category: "Видача товару",
    priority: "MEDIUM",
    device: true,
    said: [["REPLY", "Повернемо кошти, товар дістане технік."]],
  },
  {
    subject: "Не поповнився ключ",
    description: "Поклав 200 грн на ключ, баланс не змінився.",
    category: "Ключі та бонуси",
    priority: "MEDIUM",
    device: false,
    said: [
      ["REPLY", "Надішліть, будь ласка, номер ключа."],
      ["CLIENT", "04A1B2C3"],
    ],
  },
  {
    subject: "Прохання пересунути автомат",
    description: "Після ремонту холу автомат заважає проходу.",
    category: "Партнери та локації",
    priority: "MEDIUM",
    device: true,
    said: [["NOTE", "Погодити з менеджером локації дату."]],
  },
  {
    subject: "Немає стаканчиків",
    description: "Автомат наливає просто в піддон.",
    category: "Несправність автомата",
    priority: "CRITICAL",
    device: true,
    said: [["REPLY", "Екіпаж уже їде."]],
  },
  {
    subject: "Лате без молока",
    description: "Замість лате налило чорну каву.",
    category: "Напої та якість",
    priority: "MEDIUM",
    device: true,
    said: [],
  },
  {
    subject: "Купюроприймач виплюває купюри",
    description: "Не бере жодної купюри, монети бере.",
    category: "Оплата й здача",
    priority: "HIGH",
    device: true,
    said: [["REPLY", "Поки що можна заплатити карткою або монетами. Технік буде завтра зранку."]],
  },
  {
    subject: "Потрібен договір для бухгалтерії",
    description: "Просять скан договору оренди місця.",
    category: "Партнери та локації",
    priority: "MEDIUM",
    device: false,
    said: [
      ["REPLY", "Надіслали на пошту."],
      ["CLIENT", "Отримали, дякуємо!"],
    ],
  },
  {
    subject: "Дивний шум під час помелу",
    description: "Млин гуркоче, раніше так не було.",
    category: "Несправність автомата",
    priority: "MEDIUM",
    device: true,
    said: [["NOTE", "Схоже на камінчик у жорнах."]],
  },
];

const TICKETS = 42;
const OPEN_STATUSES: readonly TicketStatus[] = [
  "NEW",
  "IN_PROGRESS",
  "WAITING_REPLY",
  "REPLIED",
  "ON_HOLD",
  "NEEDS_REVIEW",
];

const person = z.object({
  id: z.number(),
  full_name: z.string(),
  blocked: z.boolean(),
  help_desk_responsible: z.boolean(),
});
const idRow = z.object({ id: z.number() });

/** A help desk with a past: most tickets are done, some are worked on, a few wait for somebody. */
export async function addTickets(tx: Db, now: Moment): Promise<void> {
  const categoryId = idsBy(CATEGORIES, (one) => one.name, await insertAll(tx, tables.ticketCategories, CATEGORIES));
  await insertAll(
    tx,
    tables.ticketSolutions,
    SOLUTIONS.map(({ category, name, text }) => ({
      name,
      text,
      category_id: category === null ? null : categoryId(category),
    })),
  );
  const states = await insertAll(tx, tables.ticketStates, STATES);
  await insertAll(tx, tables.ticketRules, [
    {
      name: "Вода закінчилася",
      active: true,
      error_code: "EFB",
      minutes: 60,
      priority: "CRITICAL",
      category_id: categoryId("Несправність автомата"),
    },
    {
      name: "Будь-яка помилка понад 8 годин",
      active: true,
      error_code: null,
      minutes: 480,
      priority: "HIGH",
      category_id: categoryId("Несправність автомата"),
    },
  ]);
  const people = await rows(
    tx,
    person,
    sql`select id, full_name, blocked, help_desk_responsible from users where not is_root order by id`,
  );
  const devices = await rows(tx, idRow, sql`select id from devices where in_work and not hidden order by id`);
  const invented = Array.from({ length: TICKETS }, (_, index) =>
    inventTicket(
      randomOf("ticket", index),
      index,
      people,
      devices.map(({ id }) => id),
      now,
    ),
  );
  const ids = await insertAll(
    tx,
    tables.tickets,
    invented.map(({ story, plan }) => ({
      ...plan,
      subject: story.subject,
      description: story.description,
      priority: story.priority,
      category_id: categoryId(story.category),
      state_id: plan.status === "ON_HOLD" ? (states[0] ?? null) : null,
    })),
  );
  const entries = invented.flatMap(({ said }, index) =>
    said.map((entry) => ({ ...entry, ticket_id: ids[index] ?? 0 })),
  );
  await insertAll(tx, tables.ticketEntries, entries);
  await insertAll(
    tx,
    tables.history,
    invented.flatMap(({ turned }, index) =>
      turned ? [{ ...turned, entity: "ticket", entity_id: ids[index] ?? 0 }] : [],
    ),
  );
  await run(
    tx,
    sql`update tickets t set last_message_at = greatest(t.last_message_at, (select max(e.at) from ticket_entries e where e.ticket_id = t.id)),
    first_reply_at = (select min(e.at) from ticket_entries e where e.ticket_id = t.id and e.kind = 'REPLY' and e.author_id is distinct from t.author_id)`,
  );
}

type People = z.infer<typeof person>[];

function inventTicket(random: Random, index: number, people: People, devices: readonly number[], now: Moment) {
  const story = pick(random, STORIES);
  // The newest are open, the older ones mostly done.
  const age = index < 10 ? whole(random, 6, 600) * MINUTE : whole(random, 8, 24 * 40) * HOUR;
  const opened = now - age;
  const isOpen = index < 10 || chance(random, 0.12);
  const status: TicketStatus = isOpen ? pick(random, OPEN_STATUSES) : chance(random, 0.3) ? "RESOLVED" : "CLOSED";
  const responsible = responsibleFor(random, status, index, people);
  const authors = people.filter(({ blocked }) => !blocked);
  const worked = whole(random, 4, 150) * MINUTE;
  const heard =
    status === "NEW"
      ? []
      : story.said.slice(
          0,
          status === "CLOSED" || status === "RESOLVED"
            ? story.said.length
            : whole(random, 1, Math.max(1, story.said.length)),
        );
  const step = Math.min(worked, age) / (heard.length + 1);
  const ended = new Date(opened + Math.min(age, worked + 2 * HOUR));
  const runs = status === "IN_PROGRESS" || status === "NEEDS_REVIEW";
  return {
    story,
    plan: {
      type: story.device ? "DEVICE_PROBLEM" : "GENERAL",
      device_id: story.device ? pick(random, devices) : null,
      error_code: null,
      status,
      client_phone: chance(random, 0.6) ? `+38067${String(whole(random, 1_000_000, 1_000_025))}` : null,
      responsible_id: responsible,
      author_id: pick(random, authors).id,
      created_at: new Date(opened),
      updated_at: new Date(opened),
      counted_from: new Date(opened),
      last_message_at: new Date(opened),
      resolved_at: isOpen ? null : ended,
      spent_seconds: status === "NEW" ? 0 : Math.round(Math.min(worked, age / 2) / 1000),
      running_since: runs ? new Date(now - Math.min(whole(random, 1, 40) * MINUTE, age / 4)) : null,
      held_seconds: 0,
      held_since: status === "ON_HOLD" ? new Date(now - Math.min(age, 5 * HOUR)) : null,
      files: [],
    },
    turned:
      status === "NEW"
        ? undefined
        : turnOf(
            status,
            new Date(isOpen ? opened + step * heard.length + MINUTE : ended),
            people.find(({ id }) => id === responsible),
          ),
    said: heard.map(([kind, text], turn) => ({
      kind,
      text,
      at: new Date(opened + step * (turn + 1)),
      author_id: responsible ?? pick(random, authors).id,
      delivery:
        kind === "REPLY" ? ((["RECEIVED", "RECEIVED", "WAIT"] as const)[weighted(random, [5, 3, 2])] ?? "WAIT") : null,
      files: [],
      error_code: null,
      key: null,
    })),
  };
}

/** How the ticket came by its status, as its history tells it. */
const turnOf = (status: TicketStatus, at: Date, by: People[number] | undefined) => ({
  at,
  author_id: by?.id ?? null,
  author: by?.full_name ?? null,
  action: "set_status",
  changes: [{ field: "status", before: "NEW", after: status }],
});

/** New ones are nobody's; two lie with somebody who is blocked since. */
function responsibleFor(random: Random, status: TicketStatus, index: number, people: People): number | null {
  if (status === "NEW") return null;
  const [gone] = people.filter(({ blocked }) => blocked);
  if (gone && (index === 3 || index === 7)) return gone.id;
  return pick(
    random,
    people.filter(({ help_desk_responsible, blocked }) => help_desk_responsible && !blocked),
  ).id;
}
