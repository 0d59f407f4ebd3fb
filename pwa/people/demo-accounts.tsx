import type { AppConfig } from '#schema/app-config'

type DemoAccount = AppConfig['demoAccounts'][number]

interface DemoAccountsProps {
  accounts: DemoAccount[]
  onFill: (account: DemoAccount) => void
}

/** One press fills the form with an account of the demo marketplace. */
export function DemoAccounts({ accounts, onFill }: DemoAccountsProps) {
  return (
    <section className="demo-accounts ruled stack gap-3" aria-labelledby="demo-accounts-title">
      <h2 id="demo-accounts-title">Try it with a demo account</h2>
      <ul className="plain-list grid gap-2">
        {accounts.map((account) => (
          <li key={account.username}>
            <button type="button" className="is-secondary" onClick={() => onFill(account)}>
              <strong>{account.username}</strong>
              <span className="muted fine">{account.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
