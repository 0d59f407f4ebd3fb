import { onlinePart } from '../session/online-part'
import type { PushQuestionProps } from './push-question-form'

/** Asks whether an answer should be told while the app is closed: a browser reaches its push service through a connection alone. */
export const PushQuestion = onlinePart<PushQuestionProps>(null, () =>
  import(/* piece: onlinePush */ './push-question-form').then(
    (module) => ({ default: module.PushQuestionForm }),
    () => ({ default: () => null }),
  ),
)
