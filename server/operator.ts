import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from './deps'
import { EnvError, parseEnv } from './env'
import { openDeps } from './open-market'
import { commandFailure, OPERATOR_HELP, runOperatorCommand } from './operator/operator-commands'

/** `bun server/operator.ts <command>`: what operators do, beside a running server or without one. */
const command = process.argv.slice(2)
const log = (entry: Record<string, unknown>) => console.error(JSON.stringify(entry))

process.exit(await run())

async function run(): Promise<number> {
  if (command.length === 0 || command[0] === 'help' || command[0] === '--help') {
    console.log(OPERATOR_HELP)
    return 0
  }
  try {
    const deps = await open()
    try {
      console.log(await runOperatorCommand(deps, command))
      return 0
    } finally {
      await deps.db.close()
    }
  } catch (error) {
    const words = error instanceof EnvError ? error.message : commandFailure(error)
    if (words === null) throw error
    console.error(words)
    return 1
  }
}

async function open(): Promise<Deps> {
  const env = parseEnv(process.env)
  const file = join(env.dataDir, 'trestle.db')
  if (!env.database && !existsSync(file)) throw new EnvError([`DATA_DIR holds no database: there is no ${file}`])
  return (await openDeps(env, log)).deps
}
