/** The situation of a demo order, finer than its status. */
export const ORDER_SITUATIONS = [
  'open_payment',
  'paid',
  'asked_to_cancel',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'not_paid',
] as const
export type OrderSituation = (typeof ORDER_SITUATIONS)[number]

/** An order that the demo wants; a side that is not named is dealt out. */
export interface WantedOrder {
  situation: OrderSituation
  buyer?: string
  seller?: string
  /** How many days ago it was placed. */
  placed: number
  /** The day by which it must be there, counted from today. */
  needIn?: number
  /** Past the day on which it was expected. */
  late?: true
}

const MAKER = { seller: 'maker' }
const PLANNER = { buyer: 'planner' }

/** Every order, the demo accounts' first: what the maker has to do, and what the planner waits for. */
export const wantedOrders: WantedOrder[] = [
  { situation: 'paid', ...MAKER, ...PLANNER, placed: 1, needIn: 9 },
  { situation: 'paid', ...MAKER, placed: 2, needIn: 4 },
  { situation: 'paid', ...MAKER, placed: 3 },
  { situation: 'asked_to_cancel', ...MAKER, placed: 1 },
  { situation: 'processing', ...MAKER, placed: 9, needIn: -1, late: true },
  { situation: 'processing', ...MAKER, placed: 3, needIn: 6 },
  { situation: 'processing', ...MAKER, ...PLANNER, placed: 2 },
  { situation: 'shipped', ...MAKER, placed: 5, needIn: 2 },
  { situation: 'shipped', ...MAKER, placed: 30, late: true },
  { situation: 'delivered', ...MAKER, placed: 9 },
  { situation: 'delivered', ...MAKER, ...PLANNER, placed: 34 },
  { situation: 'delivered', ...MAKER, placed: 52 },
  { situation: 'delivered', ...MAKER, placed: 75 },
  { situation: 'cancelled', ...MAKER, placed: 20 },
  { situation: 'cancelled', ...MAKER, ...PLANNER, placed: 12 },
  { situation: 'paid', ...PLANNER, placed: 1, needIn: 12 },
  { situation: 'processing', ...PLANNER, placed: 4 },
  { situation: 'shipped', ...PLANNER, placed: 6 },
  { situation: 'delivered', ...PLANNER, placed: 21 },
  { situation: 'delivered', ...PLANNER, placed: 60 },
  { situation: 'delivered', placed: 15 },
  { situation: 'processing', placed: 3 },
  { situation: 'shipped', placed: 4 },
  { situation: 'open_payment', placed: 0 },
  { situation: 'not_paid', placed: 6 },
]
