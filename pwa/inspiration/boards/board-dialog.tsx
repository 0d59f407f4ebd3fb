import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { type Board, BoardChange } from '#schema/inspiration'
import { useAccount } from '../../session/account'
import { SubmitButton } from '../../ui/fields/submit-button'
import { TextField } from '../../ui/fields/text-field'
import { Modal } from '../../ui/modal'
import { useToast } from '../../ui/toasts'
import { putBoard } from './put-board'

interface BoardDialogProps {
  /** The board to change; null makes a new one. */
  board: Board | null
  onClose: () => void
  onKept?: (key: string) => void
}

/** Name, day, place and guests of a board's event. */
export function BoardDialog({ board, onClose, onKept }: BoardDialogProps) {
  const { engine } = useAccount()
  const toast = useToast()
  const form = useForm<Required<BoardChange>, unknown, BoardChange>({
    defaultValues: {
      name: board?.name ?? '',
      eventDate: board?.eventDate ?? null,
      place: board?.place ?? null,
      guests: board?.guests ?? null,
    },
    resolver: standardSchemaResolver(BoardChange),
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (change) => {
    try {
      const key = await putBoard(engine, change, board?.key)
      onClose()
      onKept?.(key)
    } catch {
      toast({ variant: 'destructive', title: 'Failed to save the board', description: 'Please try again.' })
    }
  })
  return (
    <Modal open title={board ? 'Edit board' : 'New board'} onClose={onClose} lightDismiss={false}>
      <form className="stack" noValidate onSubmit={submit}>
        <TextField
          label="Name"
          placeholder="Mara's 30th"
          hint="Only you see your boards."
          error={errors.name?.message}
          {...form.register('name')}
        />
        <TextField
          label="Day of the event"
          type="date"
          optional
          error={errors.eventDate?.message}
          {...form.register('eventDate', { setValueAs: (day: string | null) => day || null })}
        />
        <TextField
          label="Place"
          placeholder="The barn in Gowanus"
          optional
          error={errors.place?.message}
          {...form.register('place', { setValueAs: (place: string | null) => place || null })}
        />
        <TextField
          label="Guests"
          type="number"
          inputMode="numeric"
          min={1}
          optional
          error={errors.guests?.message}
          {...form.register('guests', {
            setValueAs: (guests: string | number | null) => (guests ? Number(guests) : null),
          })}
        />
        <div className="form-actions">
          <SubmitButton busy={isSubmitting} busyLabel="Saving">
            {board ? 'Save board' : 'Make board'}
          </SubmitButton>
        </div>
      </form>
    </Modal>
  )
}
