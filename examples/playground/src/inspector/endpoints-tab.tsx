import type { Kernel } from '@portico/kernel'

/** Every endpoint: its handlers, how often it was called, and what is cached. */
export function EndpointsTab({ kernel }: { readonly kernel: Kernel }) {
  const { endpoints, registry } = kernel.inspect()
  const handlers = registry.filter(({ place }) => place.startsWith('endpoint '))
  const idOf = (place: string) => place.split(' ')[1] ?? ''
  const ids = [
    ...new Set([...handlers.map(({ place }) => idOf(place)), ...endpoints.map(({ id }) => id)]),
  ]
  if (ids.length === 0)
    return <p className="quiet">No plugin of this choice sends requests outside this page.</p>
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          <th scope="col" className="handlers">
            Handlers, the first is called first
          </th>
          <th scope="col">Calls</th>
          <th scope="col">Running</th>
          <th scope="col">Cached</th>
        </tr>
      </thead>
      <tbody>
        {ids.map(id => {
          const traffic = endpoints.find(endpoint => endpoint.id === id)
          return (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td className="handlers">
                {handlers
                  .filter(({ place }) => idOf(place) === id)
                  .map(handler => handler.plugin)
                  .join(', ')}
              </td>
              <td>{traffic?.handlerCalls ?? 0}</td>
              <td>{traffic?.running ?? 0}</td>
              <td>{traffic?.cached ?? 0}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
