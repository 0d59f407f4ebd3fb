import type { CustomizationOption } from '#schema/made-to-order'

/** The buyer writes something. */
export function text(name: string, required = false): CustomizationOption {
  return { name, type: 'text', options: [], required }
}

/** The buyer picks one of the colors. */
export function color(name: string, options: string[], required = false): CustomizationOption {
  return { name, type: 'color', options, required }
}

/** The buyer picks one of the answers. */
export function select(name: string, options: string[], required = false): CustomizationOption {
  return { name, type: 'select', options, required }
}
