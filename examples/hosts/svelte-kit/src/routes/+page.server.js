import { readSnapshot } from '@portico/sdk/snapshot'

export const load = ({ request }) => ({
  snapshot: readSnapshot(request.headers.get('cookie')),
})
