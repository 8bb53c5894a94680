"""An agent of OpenAI Agents, for its instrumentations."""
from agent import CONVERSATION, INSTRUCTIONS, MODEL, NAME, PROMPT, read_file, run_tests
from agents import Agent, RunConfig, Runner, function_tool


def run():
    agent = Agent(
        name=NAME,
        instructions=INSTRUCTIONS,
        model=MODEL,
        tools=[function_tool(read_file), function_tool(run_tests)],
    )
    config = RunConfig(group_id=CONVERSATION)
    print(Runner.run_sync(agent, PROMPT, run_config=config).final_output)
