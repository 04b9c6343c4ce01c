import type { Kernel } from '@portico/kernel'

/** Every question to the outside: who answers it, how often it was asked, and what is kept. */
export function EndpointsTab({ kernel }: { readonly kernel: Kernel }) {
  const { endpoints, registry } = kernel.inspect()
  const handlers = registry.filter(({ place }) => place.startsWith('endpoint '))
  const idOf = (place: string) => place.split(' ')[1] ?? ''
  const ids = [
    ...new Set([...handlers.map(({ place }) => idOf(place)), ...endpoints.map(({ id }) => id)]),
  ]
  if (ids.length === 0)
    return <p className="quiet">No plugin of this choice asks anything outside this page.</p>
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Question</th>
          <th scope="col" className="handlers">
            Who answers, the first is asked first
          </th>
          <th scope="col">Asked</th>
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
