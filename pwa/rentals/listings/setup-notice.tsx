import { type CurrentUser, onboardingStep } from '#schema/user'
import { ButtonLink } from '../../ui/button-link'

const MISSING = {
  1: 'You can write now. Before it can be published, add your address and set up payouts.',
  2: 'You can write now. Before it can be published, set up payouts.',
}

/** The steps between a draft and its publication, while there are any. */
export function SetupNotice({ user, draftKey }: { user: CurrentUser; draftKey: string }) {
  const step = onboardingStep(user)
  if (step === 3) return null
  return (
    <div className="create-notice stack stack--tight" data-tone="info">
      <p>{MISSING[step]}</p>
      <ButtonLink to={`/create?setup=continue&draft=${draftKey}`} look="secondary">
        Continue set-up
      </ButtonLink>
    </div>
  )
}
