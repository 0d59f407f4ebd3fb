export const DEMO_OPERATOR = {
  username: 'operator',
  password: 'trestle',
  about: 'decides claims, refunds, hides and suspends',
}

/** Named on the sign-in page in demo mode only. */
export const DEMO_ACCOUNTS = [
  { username: 'host', password: 'trestle', about: 'rents out tableware and answers offers' },
  { username: 'planner', password: 'trestle', about: 'plans events and books from neighbors' },
  { username: 'maker', password: 'trestle', about: 'sells made-to-order cakes and stationery' },
  DEMO_OPERATOR,
]
