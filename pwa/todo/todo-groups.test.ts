import { expect, test } from 'bun:test'
import { allOf, comparePlaces, filterTodo, groupTodo, TODO_GROUPS, type TodoPlace } from './todo-groups'

/** The same numbers at each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * sides)
  }
}

test('two hundred rows, however mixed: each stands in its group once, the most urgent first', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const roll = dice(seed)
    const rows = Array.from({ length: 200 }, (_, id) => {
      const place: TodoPlace = { group: TODO_GROUPS[roll(4)] ?? 'past', at: `2026-11-${10 + roll(20)}` }
      return { id, place: roll(10) === 0 ? { ...place, isFirst: true as const } : place }
    })
    const todo = groupTodo(rows, ({ place }) => place)
    expect(new Set(allOf(todo).map(({ id }) => id)).size).toBe(200)
    for (const group of TODO_GROUPS) {
      const places = todo[group].map(({ place }) => place)
      expect(places.every((place) => place.group === group)).toBe(true)
      const inOrder = places.slice(1).every((place, before) => comparePlaces(places[before] ?? place, place) <= 0)
      expect(inOrder).toBe(true)
    }
    expect(allOf(filterTodo(todo, ({ id }) => id < 7)).length).toBe(7)
  }
})
