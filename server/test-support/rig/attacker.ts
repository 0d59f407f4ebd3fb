import { routes } from '#schema/routes'
import { grayPng } from '../test-pictures'
import { type Account, type Answers, type Attack, startAttack } from './attacks'

/**
 * A process of its own, so that the attackers' work is not measured with the server's. It is handed a port, the attacks
 * and how many accounts they need; it says `begun`, then
 * `enough` when each has done its acts, and its answers when its input ends.
 */
const [port, text, accountCount] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`
const plan = JSON.parse(text ?? '[]') as Attack[]
const { promise: over, resolve: end } = Promise.withResolvers<'held'>()

async function signUp(nth: number): Promise<Account> {
  const from = `203.0.113.${100 + nth}`
  const response = await fetch(origin + routes.register.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ username: `hostile-${nth}`, email: 'hostile@example.com', password: 'paint the fence 7' }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  if (response.status !== 201) throw new Error(`Registration answered ${response.status}: ${await response.text()}`)
  const body = new FormData()
  body.append('file', new Blob([grayPng(40, 30)]), 'photo.png')
  const kept = await fetch(origin + routes.upload.path, {
    method: 'POST',
    headers: { 'x-forwarded-for': from, cookie },
    body,
  })
  const { url } = (await kept.json()) as { url: string }
  return { from, cookie, photo: new URL(url).pathname }
}

const accounts: Account[] = []
for (let nth = 0; nth < Number(accountCount ?? 0); nth++) accounts.push(await signUp(nth))
const running = plan.map((attack) => ({
  name: attack.name,
  ...startAttack({ port: Number(port), accounts, over }, attack),
}))
process.stdout.write('begun\n')
void Promise.all(running.map(({ enough }) => enough)).then(() => process.stdout.write('enough\n'))
for await (const _ of process.stdin) break
end('held')
const answers: Record<string, Answers> = {}
for (const { name, ended } of running) answers[name] = await ended
process.stdout.write(`${JSON.stringify(answers)}\n`)
process.exit(0)
