"""An agent of LangChain, which is a graph of LangGraph, for its instrumentations."""
from agent import CONVERSATION, INSTRUCTIONS, MODEL, NAME, PROMPT, read_file, run_tests
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver


def run():
    agent = create_agent(
        ChatOpenAI(model=MODEL),
        [read_file, run_tests],
        system_prompt=INSTRUCTIONS,
        name=NAME,
        checkpointer=InMemorySaver(),
    )
    question = {'messages': [{'role': 'user', 'content': PROMPT}]}
    try:
        answer = agent.invoke(question, {'configurable': {'thread_id': CONVERSATION}})
        print(answer['messages'][-1].content)
    except RuntimeError as failure:
        # an exception of a tool ends the run
        print(failure)
