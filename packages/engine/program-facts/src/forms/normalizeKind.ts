// The short and the singular names of the kinds that a cluster has without extensions. Source: `kubectl api-resources` of 1.32.
const kinds = `namespaces namespace ns
pods pod po
services service svc
deployments deployment deploy deployments.apps deployment.apps
replicasets replicaset rs
replicationcontrollers replicationcontroller rc
statefulsets statefulset sts
daemonsets daemonset ds
jobs job
cronjobs cronjob cj
configmaps configmap cm
secrets secret
serviceaccounts serviceaccount sa
nodes node no
events event ev
endpoints endpoint ep
ingresses ingress ing
networkpolicies networkpolicy netpol
persistentvolumes persistentvolume pv
persistentvolumeclaims persistentvolumeclaim pvc
storageclasses storageclass sc
horizontalpodautoscalers horizontalpodautoscaler hpa
poddisruptionbudgets poddisruptionbudget pdb
customresourcedefinitions customresourcedefinition crd crds
certificatesigningrequests certificatesigningrequest csr
resourcequotas resourcequota quota
limitranges limitrange limits
priorityclasses priorityclass pc
roles role
rolebindings rolebinding
clusterroles clusterrole
clusterrolebindings clusterrolebinding`

const plural = new Map(
  kinds.split("\n").flatMap((line) => {
    const names = line.split(" ")
    return names.map((name) => [name, names[0] ?? name] as const)
  })
)

const plainKind = (kind: string): string => plural.get(kind.toLowerCase()) ?? kind

/** Returns a kind of Kubernetes objects in the plural, and the name of an object if it is joined to the kind. */
export const normalizeKind = (operand: string): ReadonlyArray<string> => {
  const slash = operand.indexOf("/")
  return slash === -1
    ? operand.split(",").map(plainKind)
    : [plainKind(operand.slice(0, slash)), operand.slice(slash + 1)]
}
