/** The gallery: an index of all states, or one state, as the address says. */
import './gallery.css'

const query = new URLSearchParams(location.search)
const state = query.get('state')

if (state !== null) {
  const { showState } = await import('./state-page.js')
  showState(state, {
    mode: query.get('mode') === 'light' ? 'light' : 'dark',
    language: query.get('language') ?? 'en',
    accent: query.get('accent') ?? '',
  })
} else if (query.has('hostile')) {
  const { showHostile } = await import('./hostile-page.js')
  showHostile()
} else {
  const { showIndex } = await import('./index-page.js')
  showIndex(document.body)
}
