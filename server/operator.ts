import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from './deps'
import { EnvError, parseEnv } from './env'
import { findMarketEnv, runMarketCommand } from './markets/market-commands'
import { MarketFault } from './markets/markets-directory'
import { openDeps } from './open-market'
import { commandFailure, OPERATOR_HELP, runOperatorCommand } from './operator/operator-commands'

/** `bun server/operator.ts [--market NAME] <command>`: what operators do, beside a running server or without one. */
const args = process.argv.slice(2)
const market = args[0] === '--market' ? (args[1] ?? '') : null
const command = market === null ? args : args.slice(2)
const log = (entry: Record<string, unknown>) => console.error(JSON.stringify(entry))

process.exit(await run())

async function run(): Promise<number> {
  if (command.length === 0 || command[0] === 'help' || command[0] === '--help') {
    console.log(OPERATOR_HELP)
    return 0
  }
  try {
    if (command[0] === 'market') {
      console.log(await runMarketCommand(process.env, parseEnv(process.env), command.slice(1)))
      return 0
    }
    const deps = await open()
    try {
      console.log(await runOperatorCommand(deps, command))
      return 0
    } finally {
      await deps.db.close()
    }
  } catch (error) {
    const words = error instanceof EnvError || error instanceof MarketFault ? error.message : commandFailure(error)
    if (words === null) throw error
    console.error(words)
    return 1
  }
}

async function open(): Promise<Deps> {
  const ofProcess = parseEnv(process.env)
  if (market === null && ofProcess.markets) throw new EnvError(['MARKETS_DATABASE is set: name a market by --market'])
  const env = market === null ? ofProcess : await findMarketEnv(process.env, ofProcess, market)
  const file = join(env.dataDir, 'trestle.db')
  if (!env.database && !existsSync(file)) throw new EnvError([`DATA_DIR holds no database: there is no ${file}`])
  return (await openDeps(env, log)).deps
}
