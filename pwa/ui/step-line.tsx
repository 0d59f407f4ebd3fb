/** The place in a form of several steps. `current` counts from 1. */
export function StepLine({ steps, current }: { steps: string[]; current: number }) {
  return (
    <ol className="steps plain-list" aria-label="Progress">
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index + 1 < current || undefined}
          aria-current={index + 1 === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  )
}
