"""oracle.py langgraph FOLDER | read FOLDER: writes graphs with LangGraph itself, or reads the DOT
files of a folder with pydot and networkx and its state machines with a walker, and prints a line of
JSON for each: its file, nodes and edges."""

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


def read(folder):
    for file in sorted(folder.iterdir()):
        reader = {".dot": dot, ".asl": machine}.get(file.suffix)
        if reader:
            nodes, edges = reader(file)
            print(json.dumps({"file": file.name, "nodes": nodes, "edges": edges}))


if __name__ == "__main__":
    {"langgraph": langgraph, "read": read}[sys.argv[1]](pathlib.Path(sys.argv[2]))
