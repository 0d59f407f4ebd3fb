import ipaddr from 'ipaddr.js'

/** The first address and the length of a network: one proxy, or all of a private network. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

const PORT = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/** Parses one address, or a network as `address/bits`. @returns null for anything else */
export function parseNetwork(text: string): Network | null {
  const [address = '', bits, ...more] = text.split('/')
  const first = parseAddress(address)
  if (!first || more.length > 0) return null
  const most = first.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [first, most]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [first, Number(bits)] : null
}

/** Parses one address, with or without a port. @returns null for anything else */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const entry = text.trim()
  const [, inBrackets, beforePort] = PORT.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  const isAddress = address.includes(':') ? ipaddr.IPv6.isValid(address) : ipaddr.IPv4.isValidFourPartDecimal(address)
  return isAddress ? ipaddr.process(address) : null
}
