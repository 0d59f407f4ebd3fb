import { readFileSync } from 'node:fs'

/**
 * A secret: the variable of that name, or what stands in the file that `<name>_FILE` names. A fault tells neither of them,
 * because it ends in a log.
 */
export function fileOrVariable(
  variables: Record<string, string | undefined>,
  name: string,
): { value: string; faults: string[] } {
  const [value, file] = [variables[name] ?? '', variables[`${name}_FILE`]]
  if (!file) return { value, faults: [] }
  if (value) return { value: '', faults: [`${name}_FILE must not be set together with ${name}`] }
  const text = readText(file).trim()
  if (/^\S+$/.test(text)) return { value: text, faults: [] }
  const fault = `${name}_FILE must name a file that this server can read, with the token and nothing else in it`
  return { value: '', faults: [fault] }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
