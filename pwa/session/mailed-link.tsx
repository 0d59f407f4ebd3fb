import { useAccount } from './account'

/** Says where the link lies that confirms an address: in the mail, or on a page of a server that sends no mail. */
export function MailedLink({ to }: { to: string }) {
  const { config } = useAccount()
  return (
    <>
      {`open the link that we mailed to ${to}.`}
      {config?.keepsMails && (
        <>
          {' No mail leaves this machine: '}
          <a href="/mail" target="_blank" rel="noreferrer">
            read it here
          </a>
          .
        </>
      )}
    </>
  )
}
