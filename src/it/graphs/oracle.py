"""oracle.py langgraph FOLDER | read FOLDER: writes graphs with LangGraph itself, or reads the DOT
files of a folder with pydot and networkx and its state machines, n8n workflows, agent flows of
Flowise and apps of Dify with walkers, and prints a line of JSON for each: its file, nodes and edges."""

import json
import pathlib
import sys


def langgraph(folder):
    """Builds each FILE.spec.json as a StateGraph, and writes what LangGraph draws of it."""
    from typing import Literal, TypedDict

    from langgraph.graph import END, START, StateGraph

    class State(TypedDict):
        number: int

    for file in sorted(folder.glob("*.spec.json")):
        spec = json.loads(file.read_text())
        graph = StateGraph(State)
        for node in spec["nodes"]:
            graph.add_node(node, lambda state: state)
        place = {"START": START, "END": END}
        for source, target in spec["edges"]:
            graph.add_edge(place.get(source, source), place.get(target, target))
        for source, targets in spec["choices"].items():
            targets = [place.get(target, target) for target in targets]
            graph.add_conditional_edges(source, lambda state: targets[0], targets)
        drawn = graph.compile().get_graph()
        name = file.name.removesuffix(".spec.json")
        (folder / f"{name}.langgraph.json").write_text(json.dumps(drawn.to_json()))
        (folder / f"{name}.drawn.mmd").write_text(drawn.draw_mermaid())


def dot(file):
    import networkx
    import pydot

    (graph,) = pydot.graph_from_dot_file(str(file))
    drawn = networkx.MultiDiGraph(networkx.nx_pydot.from_pydot(graph))
    plain = lambda name: name[1:-1].replace('\\"', '"') if name.startswith('"') else name
    nodes = [plain(node) for node in drawn.nodes if node not in ("\\n", '"\\n"', ";")]
    return nodes, [[plain(one), plain(other)] for one, other in drawn.edges()]


def machine(file):
    nodes, edges = [], []

    def walk(states, after):
        for name, state in states["States"].items():
            nodes.append(name)
            follows = [state["Next"]] if "Next" in state else after if state.get("End") else []
            inner = state.get("Branches", []) + [
                state[key] for key in ("Iterator", "ItemProcessor") if key in state
            ]
            for part in inner:
                edges.append([name, part["StartAt"]])
                walk(part, follows)
            if not inner:
                edges.extend([name, to] for to in follows)
            if state["Type"] == "Succeed":
                edges.extend([name, to] for to in after)
            edges.extend([name, choice["Next"]] for choice in state.get("Choices", []))
            edges.extend([name, catch["Next"]] for catch in state.get("Catch", []))
            if "Default" in state:
                edges.append([name, state["Default"]])
            if state.get("Retry"):
                edges.append([name, name])

    walk(json.loads(file.read_text()), [])
    return nodes, edges


def n8n(file):
    flow = json.loads(file.read_text())
    serving = {
        source
        for source, kinds in flow["connections"].items()
        if kinds and all(kind.startswith("ai_") for kind in kinds)
    }
    notes = {node["name"] for node in flow["nodes"] if node["type"].endswith(".stickyNote")}
    nodes = [node["name"] for node in flow["nodes"] if node["name"] not in serving | notes]
    edges = [
        [source, target["node"]]
        for source, kinds in flow["connections"].items()
        if source not in serving
        for output in kinds.get("main", [])
        for target in output or []
    ]
    edges += [[node["name"]] * 2 for node in flow["nodes"] if node.get("retryOnFail") and node["name"] in nodes]
    return nodes, edges


def flowise(file):
    flow = json.loads(file.read_text())
    steps = {node["id"]: node["data"] for node in flow["nodes"] if node["type"] == "agentFlow"}
    edges = [[edge["source"], edge["target"]] for edge in flow["edges"]]
    for name, data in steps.items():
        if data["name"] == "loopAgentflow":
            edges.append([name, data["inputs"]["loopBackToNode"].split("-")[0]])
    return list(steps), [edge for edge in edges if edge[0] in steps and edge[1] in steps]


def dify(file):
    import yaml

    graph = yaml.safe_load(file.read_text())["workflow"]["graph"]
    nodes = {node["id"]: node for node in graph["nodes"] if node["type"] != "custom-note"}
    edges = [[edge["source"], edge["target"]] for edge in graph["edges"]]
    entered = {target for source, target in edges}
    left = {source for source, target in edges}
    for name, node in nodes.items():
        parent = node.get("parentId")
        if parent:
            edges += [[parent, name]] if name not in entered else []
            edges += [[name, parent]] if name not in left else []
    return list(nodes), edges


def read(folder):
    readers = {".dot": dot, ".asl": machine, ".n8n": n8n, ".flowise": flowise, ".dify": dify}
    for file in sorted(folder.iterdir()):
        reader = readers.get(file.suffix)
        if reader:
            nodes, edges = reader(file)
            print(json.dumps({"file": file.name, "nodes": nodes, "edges": edges}))


if __name__ == "__main__":
    {"langgraph": langgraph, "read": read}[sys.argv[1]](pathlib.Path(sys.argv[2]))
