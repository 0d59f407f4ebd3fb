import { parseArgs } from 'node:util'
import { keepPrivate } from '../db/private-files'
import { type Env, EnvError } from '../env'
import { marketEnv, type Variables } from './market-env'
import {
  MARKET_STATES,
  type Market,
  MarketFault,
  type MarketsDirectory,
  openMarketsDirectory,
} from './markets-directory'

const MARKET_HELP = `With MARKETS_DATABASE, one server serves several markets:
  --market <name> <command>           any other command, in one market
  market list                         the markets
  market add <name> --host <host> --zone <zone> [--fee <hundredths of a percent>] [--tagline <words>]
             [--database <address> [--namespace <name>]]
                                      a new market; without a database server its database is a file in DATA_DIR/markets/<name>
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

type Command = (directory: MarketsDirectory, args: string[], variables: Variables) => Promise<string>

const commands: Record<string, Command> = {
  async list(directory) {
    const { markets, broken } = await directory.list()
    const lines = [...markets.map(lineOf), ...broken.map(({ name, fault }) => `${name}  not right: ${fault}`)]
    return lines.length > 0 ? lines.join('\n') : 'There are no markets.'
  },
  async add(directory, args, variables) {
    const market = readMarket(args)
    const { origin } = marketEnv(variables, market)
    await directory.add(market)
    return `The market ${market.name} is there. Servers answer at ${origin} within half a minute.`
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

function readMarket(args: string[]): Market {
  const { values, positionals } = parsed(args)
  const [name = '', ...more] = positionals
  const { host, zone, fee = '0', tagline = '', database, namespace = '' } = values
  if (!host || !zone || more.length > 0)
    throw new MarketFault(`Please give a name, --host and --zone.\n\n${MARKET_HELP}`)
  if (!/^\d{1,4}$/.test(fee)) throw new MarketFault('Please give the fee in hundredths of a percent, such as 250.')
  return { name, host, zone, feeBps: Number(fee), tagline, databaseUrl: addressOf(database), namespace, state: 'open' }
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
function addressOf(database: string | undefined): string | null {
  if (database === undefined) return null
  return URL.parse(database.replace(/^libsql:/, 'https:'))?.origin ?? database
}

function lineOf({ name, host, state, zone, feeBps, databaseUrl, namespace }: Market): string {
  const place = databaseUrl === null ? 'file' : `${databaseUrl} ${namespace}`.trim()
  return [name, state, host, zone, `fee ${feeBps}`, place].join('  ')
}
