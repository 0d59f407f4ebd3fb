import { parseArgs } from 'node:util'
import { keepPrivate } from '../db/private-files'
import { type Env, EnvError } from '../env'
import { marketEnv, type Variables } from './market-env'
import {
  MARKET_STATES,
  MarketFault,
  type MarketRow,
  type MarketsDirectory,
  openMarketsDirectory,
} from './markets-directory'

const MARKET_HELP = `With MARKETS_DATABASE, one server serves several markets:
  --market <name> <command>           any other command, in one market
  market list                         the markets
  market add <name> --host <host> --zone <zone> [--fee <hundredths of a percent>] [--tagline <words>]
             [--database <address> [--namespace <name>]]
                                      a new market; without a database server its database is a file in DATA_DIR/markets/<name>
  market change <name> [--host <host>] [--zone <zone>] and so on
                                      what is not given stays; --database file is the file again
  market state <name> open|moving|closed
                                      servers follow within half a minute`

/** Runs a command about the directory of markets. @returns what to print. @throws MarketFault, EnvError */
export async function runMarketCommand(variables: Variables, env: Env, [name, ...args]: string[]): Promise<string> {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name ?? ''] : undefined
  if (name === undefined || name === 'help') return MARKET_HELP
  if (!command) throw new MarketFault(`There is no command "market ${name}".\n\n${MARKET_HELP}`)
  return inDirectory(env, (directory) => command(directory, args, variables))
}

/** The environment of one market. A market that moves is left alone: what is written there now may be lost. */
export function findMarketEnv(variables: Variables, env: Env, name: string): Promise<Env> {
  return inDirectory(env, async (directory) => {
    const { markets, broken } = await directory.list()
    const fault = broken.find((row) => row.name === name)?.fault
    if (fault) throw new MarketFault(`The market "${name}" is not right: ${fault}`)
    const market = markets.find((one) => one.name === name)
    if (!market) throw new MarketFault(`There is no market "${name}".`)
    if (market.state === 'moving') throw new MarketFault(`The market "${name}" is moving. Wait until it is open again.`)
    return marketEnv(variables, market)
  })
}

const NEW_MARKET = { databaseUrl: null, namespace: '', state: 'open', feeBps: 0, tagline: '' } as const

type Command = (directory: MarketsDirectory, args: string[], variables: Variables) => Promise<string>

const commands: Record<string, Command> = {
  async list(directory) {
    const { markets, broken } = await directory.list()
    const lines = [...markets.map(lineOf), ...broken.map(({ name, fault }) => `${name}  not right: ${fault}`)]
    return lines.length > 0 ? lines.join('\n') : 'There are no markets.'
  },
  async add(directory, args, variables) {
    const { name, given } = readOptions(args)
    if (!given.host || !given.zone) throw new MarketFault(`Please give a name, --host and --zone.\n\n${MARKET_HELP}`)
    const { host, zone } = given
    const market: MarketRow = { ...NEW_MARKET, ...given, name, host, zone }
    const { origin } = marketEnv(variables, market)
    await directory.add(market)
    return `The market ${market.name} is there. Servers answer at ${origin} within half a minute.`
  },
  async change(directory, args, variables) {
    const { name, given } = readOptions(args)
    const known = (await directory.list()).markets.find((market) => market.name === name)
    if (!known) throw new MarketFault(`There is no market "${name}".`)
    const market = { ...known, ...given }
    marketEnv(variables, market)
    await directory.change(market)
    return `${lineOf(market)}\nServers follow within half a minute.`
  },
  async state(directory, [name = '', wanted]) {
    const state = MARKET_STATES.find((one) => one === wanted)
    if (!state) throw new MarketFault(`Please give one of: ${MARKET_STATES.join(', ')}.`)
    await directory.setState(name, state)
    return `The market ${name} is ${state}. Servers follow within half a minute.`
  },
}

async function inDirectory<Value>(env: Env, work: (directory: MarketsDirectory) => Promise<Value>): Promise<Value> {
  if (!env.markets) throw new EnvError(['MARKETS_DATABASE must be set to work with markets'])
  keepPrivate(env.dataDir)
  const directory = await openMarketsDirectory(env.markets)
  try {
    return await work(directory)
  } finally {
    directory.close()
  }
}

/** The market's name, and what the command says of it. */
function readOptions(args: string[]): { name: string; given: Partial<MarketRow> } {
  const { values, positionals } = parsed(args)
  const [name = '', ...more] = positionals
  const { host, zone, fee, tagline, database, namespace = '' } = values
  if (!name || more.length > 0) throw new MarketFault(`Please give one name.\n\n${MARKET_HELP}`)
  if (fee !== undefined && !/^\d{1,4}$/.test(fee))
    throw new MarketFault('Please give the fee in hundredths of a percent, such as 250.')
  if (namespace && database === undefined) throw new MarketFault('Please give --database together with --namespace.')
  const given = {
    ...(host !== undefined && { host }),
    ...(zone !== undefined && { zone }),
    ...(fee !== undefined && { feeBps: Number(fee) }),
    ...(tagline !== undefined && { tagline }),
    ...(database !== undefined && { databaseUrl: addressOf(database), namespace }),
  }
  return { name, given }
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const
  const options = { host: text, zone: text, fee: text, tagline: text, database: text, namespace: text }
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new MarketFault(error instanceof Error ? error.message : MARKET_HELP)
  }
}

/** In the one notation of the directory. */
function addressOf(database: string): string | null {
  if (database === 'file') return null
  return URL.parse(database.replace(/^libsql:/, 'https:'))?.origin ?? database
}

function lineOf({ name, host, state, zone, feeBps, databaseUrl, namespace }: MarketRow): string {
  const place = databaseUrl === null ? 'file' : `${databaseUrl} ${namespace}`.trim()
  return [name, state, host, zone, `fee ${feeBps}`, place].join('  ')
}
