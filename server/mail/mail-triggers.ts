import { isEssential } from '#schema/mail'
import { ALERTS, type Alert } from '../push/push-triggers'

/** A message that its person has not read for so long is mailed. */
const UNSEEN_MINUTES = 10

/**
 * The person `to` (SQL) gets a line, unless they have switched mails of this kind off. What must reach them is mailed all the
 * same when none of their browsers is notified of it.
 */
export function mailQueueSql(alert: Omit<Alert, 'on' | 'when'>, source = ''): string {
  const { kind, word, event, about, id, to, at } = alert
  const said = typeof word === 'string' ? `'${word}'` : word.sql
  const muted = `EXISTS (SELECT 1 FROM mail_muted m WHERE m.user_id = u.id AND m.kind = '${kind}')`
  const pushed = `EXISTS (SELECT 1 FROM push_subscriptions s JOIN sessions l ON l.token_hash = s.session_hash
      WHERE s.user_id = u.id AND l.expires_at > ${at} AND NOT EXISTS (SELECT 1 FROM push_muted p WHERE p.user_id = u.id AND p.kind = '${kind}'))`
  const due = kind === 'messages' ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, '+${UNSEEN_MINUTES} minutes')` : at
  return `INSERT INTO mail_outbox (user_id, event, kind, word, about, about_id, at, next_at)
    SELECT u.id, ${event}, '${kind}', ${said}, '${about}', ${id}, ${at}, ${due} FROM users u ${source || 'WHERE 1'}
      AND u.id = ${to} AND ${isEssential(kind) ? `(NOT ${muted} OR NOT ${pushed})` : `NOT ${muted}`}
    ON CONFLICT (user_id, event) DO NOTHING`
}

/** The SQL script that drops this module's triggers and creates them: one for each thing that is told and mailed. */
export function mailTriggers(): string {
  return ALERTS.map((alert, index) => {
    return `DROP TRIGGER IF EXISTS mail_alert_${index};
CREATE TRIGGER mail_alert_${index} AFTER ${alert.on} FOR EACH ROW WHEN ${alert.when} BEGIN ${mailQueueSql(alert)}; END;`
  }).join('\n')
}
