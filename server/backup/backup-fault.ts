/** Something that keeps a backup or a restore from going on, in words for the person at the keyboard. */
export class BackupFault extends Error {}
