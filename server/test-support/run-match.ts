import { join } from 'node:path'

const TITLED = /^ *test(?:\.\w+)*\(\s*(['"`])(.*?)\1/gm

async function filesOf(root: string, globs: string[]): Promise<string[]> {
  const scans = globs.map((glob) => Array.fromAsync(new Bun.Glob(glob).scan({ cwd: root })))
  return (await Promise.all(scans)).flat().sort()
}

/** Files of unit tests whose path contains one of the words; all without words. */
export async function matchFiles(root: string, words: string[]): Promise<string[]> {
  const files = await filesOf(
    root,
    ['schema', 'server', 'pwa'].map((wing) => `${wing}/**/*.test.{ts,tsx}`),
  )
  return files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
}

/** Files of stories whose path contains one of the words, and `file:line` of the stories whose title does; all files without words. */
export async function matchStories(root: string, words: string[]): Promise<string[]> {
  const files = await filesOf(root, ['pwa/e2e/**/*.spec.ts'])
  const matches = files.map(async (file) => {
    if (words.length === 0 || words.some((word) => file.includes(word))) return [file]
    const text = await Bun.file(join(root, file)).text()
    const titled = [...text.matchAll(TITLED)].filter(([, , title = '']) => words.some((word) => title.includes(word)))
    return titled.map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`)
  })
  return (await Promise.all(matches)).flat()
}
