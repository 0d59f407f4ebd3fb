import { readFileSync } from 'node:fs'

/** The token for the database server: a variable, or what a file holds. A fault tells neither of them, because it ends in a log. */
export function databaseToken(variables: Record<string, string | undefined>): { value: string; faults: string[] } {
  const { DATABASE_TOKEN: value = '', DATABASE_TOKEN_FILE: file } = variables
  if (!file) return { value, faults: [] }
  if (value) return { value: '', faults: ['DATABASE_TOKEN_FILE must not be set together with DATABASE_TOKEN'] }
  const text = readText(file).trim()
  if (/^\S+$/.test(text)) return { value: text, faults: [] }
  const fault = 'DATABASE_TOKEN_FILE must name a file that this server can read, with the token and nothing else in it'
  return { value: '', faults: [fault] }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
