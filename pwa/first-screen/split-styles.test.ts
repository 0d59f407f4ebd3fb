import { expect, test } from 'bun:test'
import { splitStyles } from './split-styles'

const textOf = (rules: readonly (readonly [string[][], string])[]) => rules.map(([, css]) => css)

test('what applies to the root goes to the page, all else to the screen', () => {
  const { page, screen } = splitStyles(':root{--a:1}body,.card{margin:0}:root:not([data-theme=dark]) input{color:red}')
  expect(textOf(page)).toEqual([':root{--a:1}', 'body{margin:0}'])
  expect(textOf(screen)).toEqual(['.card{margin:0}', 'input{color:red}'])
})

test('rules keep their layers and conditions, and their order', () => {
  const { page, screen } = splitStyles(
    '@layer a,b;@layer a{@media (min-width:2em){:root{--x:1}.one{top:0}}}.two{top:1px}',
  )
  expect(textOf(page)).toEqual(['@layer a,b;', '@layer a{@media (min-width:2em){:root{--x:1}}}'])
  expect(textOf(screen)).toEqual(['@layer a,b;', '@layer a{@media (min-width:2em){.one{top:0}}}', '.two{top:1px}'])
})

test('states, print and fonts', () => {
  const { page, screen } = splitStyles('a:hover,a{top:0}b:focus{top:0}@media print{c{top:0}}@font-face{font-family:F}')
  expect([textOf(page), textOf(screen)]).toEqual([['@font-face{font-family:F}'], ['a{top:0}']])
})

test('a rule names the classes that it needs, group by group; what it excludes does not count', () => {
  const { screen } = splitStyles('.a .b:not(.c),.d>p{top:0}')
  expect(screen).toEqual([[[['a', 'b'], ['d']], '.a .b:not(.c),.d>p{top:0}']])
})

test('what the root has is in the screen, where the root does not see it', () => {
  const { page } = splitStyles(':root:has(.bar:not([hidden])){--h:4rem}html:has(dialog[open]){overflow:hidden}')
  expect(page).toEqual([[[['bar']], ':root{--h:4rem}']])
})
