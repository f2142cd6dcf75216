// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/read_input.h"
#include "engine/base/ranges.h"
#include "engine/io/json_reader.h"

#include <QProcess>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iostream>
#include <mutex>
#include <thread>

namespace nestloom::cli {

namespace {

using io::Json;

constexpr const char* kProtocol = "2025-06-18"; // of the Model Context Protocol

/// One argument of a tool, and the option of the command line that it becomes.
struct Parameter {
    enum class Kind { Text, Texts, Number, Flag };
    const char* name;
    const char* option; // empty = an argument without a dash
    Kind kind = Kind::Text;
    bool required = false;
    const char* about = "";
};

/// A command of this program, for an agent.
struct Tool {
    const char* name;
    const char* about;
    std::vector<const char*> words; // that the command line begins with
    std::vector<Parameter> parameters;
    enum class Storage { None, Reads, Writes } storage = Storage::None;
};

const std::vector<Tool>& tools()
{
    using enum Parameter::Kind;
    const Parameter accelerator{"accelerator", "--accelerator", Text, true, "Name of a preset, or path of a YAML file"};
    const Parameter network{"network", "--network", Text, true, "Name of a preset, or path of a YAML or ONNX file"};
    const Parameter engine{"engine", "--engine", Text, false, "cosa (default), cosa-mesh, flexer, kapla, cosma, ..."};
    const Parameter objective{"objective", "--objective", Text, false, "latency (default), energy, edp"};
    const Parameter seed{"seed", "--seed", Number, false, "Equal seeds give equal results"};
    const std::vector<Parameter> swept{
        accelerator,
        {"networks", "--network", Texts, true, "Presets or files"},
        {"axes", "--axis", Texts, true,
         "PATH=V,V,... or PATH=FROM..TO:xFACTOR, such as levels.GlobalBuffer.capacity=16KiB..256KiB:x2"},
        {"links", "--link", Texts, false, "PATH=EXPRESSION over other fields"},
        {"where", "--where", Texts, false, "Conditions such as on_chip <= 2*MiB"},
        {"sample", "--sample", Number, false, "Draw so many points of all combinations"},
        {"limits", "--limit", Texts, false, "FIGURE=VALUE such as power=500mW"},
        {"pareto", "--pareto", Text, false, "Figures, such as cycles,on-chip-bytes; time where the clock is varied"},
        engine,
        objective,
        seed};
    using Storage = Tool::Storage;
    static const std::vector<Tool> all{
        {"list", "The accelerators and networks that come with Nestloom", {"presets", "--json"}, {}},
        {"validate",
         "Whether an accelerator or a network can be read, and what it is; or what is wrong, with file, line and key",
         {},
         {{"accelerator", "", Text, false, "Name of a preset, or path of a YAML file"},
          {"network", "", Text, false, "Name of a preset, or path of a YAML or ONNX file"}}},
        {"schedule",
         "Schedule a network on an accelerator: mappings, cycles, energy, proven bounds",
         {"run", "--json"},
         {accelerator,
          network,
          engine,
          objective,
          seed,
          {"layers", "--layer", Texts, false, "Names; all when left out"}},
         Storage::Writes},
        {"sweep",
         "Vary fields of an accelerator; every point with its figures and whether it is Pareto-optimal",
         {"sweep", "--json"},
         swept,
         Storage::Writes},
        {"front",
         "The exact Pareto front of a sweep, solving only the points that it needs",
         {"sweep", "--json", "--front"},
         swept,
         Storage::Writes},
        {"compare",
         "Two to four stored runs of any method, with why figures are not comparable",
         {"compare", "--json"},
         {{"runs", "", Texts, true, "Numbers of runs; the first is the reference"}},
         Storage::Reads},
        {"explain",
         "A stored run with its layers: mapping, cycles, what bounds each, energy by part",
         {"runs", "show", "--json"},
         {{"run", "", Text, true, "Number of the run"}},
         Storage::Reads}};
    return all;
}

Json schemaOf(const Tool& tool)
{
    Json properties = Json::object(), required = Json::array();
    for (const Parameter& parameter : tool.parameters) {
        using enum Parameter::Kind;
        Json& schema = properties[parameter.name];
        schema = {{"type", parameter.kind == Texts    ? "array"
                           : parameter.kind == Number ? "integer"
                           : parameter.kind == Flag   ? "boolean"
                                                      : "string"},
                  {"description", parameter.about}};
        if (parameter.kind == Texts)
            schema["items"] = {{"type", "string"}};
        if (parameter.required)
            required.push_back(parameter.name);
    }
    return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
}

/// What is not a text, a number or a list of these has no words.
std::vector<std::string> wordsOf(const Json& value)
{
    if (value.is_array()) {
        std::vector<std::string> words;
        for (const Json& each : value)
            for (std::string& word : wordsOf(each))
                words.push_back(std::move(word));
        return words;
    }
    return value.is_string()           ? std::vector{value.get<std::string>()}
           : value.is_number_integer() ? std::vector{std::to_string(value.get<std::int64_t>())}
                                       : std::vector<std::string>();
}

/// The command line of a call.
/// Fails   InvalidInput for arguments that the tool does not have, lacks, or that are of the wrong kind.
Result<QStringList> lineOf(const Tool& tool, const Json& arguments, const std::string& store)
{
    const auto refuse = [&](const std::string& message) {
        return Error{ErrorCode::InvalidInput, message, "tool " + std::string(tool.name)};
    };
    QStringList line;
    for (const char* word : tool.words)
        line << QString::fromUtf8(word);
    for (const auto& [key, value] : arguments.items())
        if (std::ranges::none_of(tool.parameters, [&, &name = key](const Parameter& p) { return p.name == name; }))
            return refuse("there is no argument '" + key + "'");
    for (const Parameter& parameter : tool.parameters) {
        const bool isGiven = arguments.contains(parameter.name);
        if (!isGiven && parameter.required)
            return refuse("the argument '" + std::string(parameter.name) + "' is missing");
        if (!isGiven)
            continue;
        const Json& value = arguments[parameter.name];
        const std::vector<std::string> words = wordsOf(value);
        const bool isList = parameter.kind == Parameter::Kind::Texts;
        if (words.empty() || value.is_array() != isList || (!isList && words.size() != 1))
            return refuse("'" + std::string(parameter.name) + "' must be "
                          + (isList ? "a list of texts" : "one value"));
        for (const std::string& word : words) {
            if (word.starts_with('-')) // it would be read as another option
                return refuse("'" + word + "' must not begin with a dash");
            if (*parameter.option != '\0')
                line << QString::fromUtf8(parameter.option);
            line << QString::fromStdString(word);
        }
    }
    if (tool.storage == Tool::Storage::Writes && store.empty())
        line << QStringLiteral("--no-store");
    else if (tool.storage != Tool::Storage::None && !store.empty())
        line << QStringLiteral("--store") << QString::fromStdString(store);
    return line;
}

Json answerOf(const std::string& text, bool isError)
{
    return {{"content", {{{"type", "text"}, {"text", text}}}}, {"isError", isError}};
}

/// What is said meanwhile of inputs: an agent does not see the stream of errors.
class Complaints {
public:
    Complaints() : m_lock(s_mutex)
    {
        hearComplaints([this](const std::string& sentence) { m_heard.push_back(sentence); });
    }
    ~Complaints() { hearComplaints({}); }
    Complaints(const Complaints&) = delete;
    Complaints& operator=(const Complaints&) = delete;

    const std::vector<std::string>& heard() const { return m_heard; }
    Json refusal(const Error& last) const
    {
        return answerOf(joinText(m_heard, "\n") + (m_heard.empty() ? "" : "\n") + last.text(), true);
    }

private:
    inline static std::mutex s_mutex;
    const std::scoped_lock<std::mutex> m_lock;
    std::vector<std::string> m_heard;
};

/// The only tool without a command of its own.
Json validated(const Json& arguments)
{
    const Complaints complaints;
    Json facts = Json::object();
    for (const auto& [name, value] : arguments.items())
        if (!value.is_string())
            return answerOf("'" + name + "' must be a text", true);
    if (arguments.contains("accelerator")) {
        const auto read = readAccelerator(arguments["accelerator"]);
        if (!read)
            return complaints.refusal(read.error());
        facts["accelerator"] = {{"name", read->value.name},
                                {"mac_units", read->value.macUnits()},
                                {"on_chip_bytes", read->value.onChipBytes().count},
                                {"levels", collect(read->value.levels, &hardware::BufferLevel::name)}};
    }
    if (arguments.contains("network")) {
        const auto read = readNetwork(arguments["network"]);
        if (!read)
            return complaints.refusal(read.error());
        Json layers = Json::array();
        for (const workload::Layer& layer : read->value.layers)
            layers.push_back({{"name", layer.name}, {"shape", workload::describeShape(layer)}});
        facts["network"] = {{"name", read->value.name}, {"macs", workload::macs(read->value)}, {"layers", layers}};
    }
    if (!complaints.heard().empty())
        facts["cautions"] = complaints.heard();
    return facts.empty() ? answerOf("name an accelerator or a network", true) : answerOf(io::dump(facts, 1), false);
}

/// What the agent says, read on a thread of its own, so that it is heard while a call runs.
class Lines {
public:
    Lines()
        : m_reader([this] {
              for (std::string line; std::getline(std::cin, line);)
                  add(std::move(line));
              add(std::nullopt);
          })
    {
    }
    ~Lines() { m_reader.join(); } // only after the end was read

    std::optional<std::string> next() // nothing = the end
    {
        std::unique_lock lock(m_mutex);
        m_news.wait(lock, [this] { return !m_waiting.empty(); });
        std::optional<std::string> line = std::move(m_waiting.front());
        m_waiting.pop_front();
        return line;
    }

    /// Whether the agent has lost its interest in a request; hears it once.
    bool cancels(const Json& id)
    {
        const std::scoped_lock lock(m_mutex);
        return std::erase_if(m_waiting,
                             [&](const std::optional<std::string>& line) {
                                 if (!line || line->find("notifications/cancelled") == std::string::npos)
                                     return false;
                                 const Json said = Json::parse(*line, nullptr, false);
                                 return said.is_object() && said.value("method", Json()) == "notifications/cancelled"
                                        && said.value("params", Json()).is_object()
                                        && said["params"].value("requestId", Json()) == id;
                             })
               > 0;
    }

private:
    void add(std::optional<std::string> line)
    {
        const std::scoped_lock lock(m_mutex);
        m_waiting.push_back(std::move(line));
        m_news.notify_one();
    }

    std::mutex m_mutex;
    std::condition_variable m_news;
    std::deque<std::optional<std::string>> m_waiting;
    std::thread m_reader; // last: it uses the others
};

constexpr int kLookMs = 50, kPatienceMs = 5000;

/// Runs this program once more: a tool does what the command line does, and no call can break the server. Null when the
/// agent has cancelled it, which wants no answer.
Json call(const Json& parameters, const std::string& store, const std::function<bool()>& isCancelled)
{
    const Json named = parameters.value("name", Json());
    const std::string name = named.is_string() ? named.get<std::string>() : named.dump();
    const auto tool = std::ranges::find_if(tools(), [&](const Tool& one) { return one.name == name; });
    if (tool == tools().end())
        return answerOf("there is no tool '" + name + "'", true);
    const Json arguments = parameters.value("arguments", Json::object());
    if (!arguments.is_object())
        return answerOf("the arguments must be an object", true);
    const auto line = lineOf(*tool, arguments, store);
    if (!line)
        return answerOf(line.error().text(), true);
    if (tool->words.empty())
        return validated(arguments);
    QProcess process;
    process.start(QStringLiteral("/proc/self/exe"), *line);
    process.closeWriteChannel();
    while (!process.waitForFinished(kLookMs))
        if (isCancelled()) {
            process.terminate();
            process.waitForFinished(kPatienceMs);
            return nullptr;
        }
    const std::string out = process.readAllStandardOutput().toStdString();
    const std::string err = process.readAllStandardError().toStdString();
    const bool isError = process.exitStatus() != QProcess::NormalExit || process.exitCode() != Ok;
    return answerOf(isError ? err + out : out, isError);
}

Json listed()
{
    Json list = Json::array();
    for (const Tool& tool : tools())
        list.push_back({{"name", tool.name}, {"description", tool.about}, {"inputSchema", schemaOf(tool)}});
    return {{"tools", list}};
}

/// The answer to a request; null for a notification, and for a call that was cancelled.
Json answer(const Json& request, const std::string& store, Lines& lines)
{
    Json reply{{"jsonrpc", "2.0"}, {"id", request.is_object() ? request.value("id", Json(nullptr)) : Json(nullptr)}};
    const auto fail = [&](int code, const std::string& message) {
        reply["error"] = {{"code", code}, {"message", message}};
        return reply;
    };
    if (!request.is_object() || !request.contains("method") || !request["method"].is_string())
        return fail(-32600, "this is no request");
    if (!request.contains("id"))
        return nullptr;
    const std::string method = request["method"];
    const Json parameters = request.value("params", Json::object());
    if (!parameters.is_object())
        return fail(-32602, "the parameters must be an object");
    if (method == "initialize")
        reply["result"] = {{"protocolVersion", kProtocol},
                           {"capabilities", {{"tools", Json::object()}}},
                           {"serverInfo", {{"name", "nestloom"}, {"version", NESTLOOM_VERSION}}}};
    else if (method == "ping")
        reply["result"] = Json::object();
    else if (method == "tools/list")
        reply["result"] = listed();
    else if (method == "tools/call")
        reply["result"] = call(parameters, store, [&] { return lines.cancels(reply["id"]); });
    else
        return fail(-32601, "there is no method '" + method + "'");
    return reply["result"].is_null() ? Json(nullptr) : reply;
}

ExitCode serve(const std::string& store)
{
    Lines lines;
    while (const std::optional<std::string> line = lines.next()) {
        if (line->empty())
            continue;
        const Json request = Json::parse(*line, nullptr, false);
        const Json reply = request.is_discarded()
                               ? Json{{"jsonrpc", "2.0"},
                                      {"id", nullptr},
                                      {"error", {{"code", -32700}, {"message", "this line is no JSON"}}}}
                               : answer(request, store, lines);
        if (!reply.is_null())
            std::cout << reply.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
    }
    return Ok;
}

} // namespace

void addServe(const Options& program)
{
    struct Arguments {
        bool stdio = false;
        std::string store;
    };
    const auto arguments = std::make_shared<Arguments>();
    const Options command = program.command(
        "serve", "Offer list, validate, schedule, sweep, front, compare and explain as tools to an agent");
    command
        .flag("--stdio", arguments->stdio,
              "Speak the Model Context Protocol on standard input and output, a line each message")
        .required();
    command
        .add("--store", arguments->store,
             "Keep runs and sweeps in this database; without it nothing is written anywhere")
        .type("FILE");
    command.does([arguments] { return Result<ExitCode>(serve(arguments->store)); });
}

} // namespace nestloom::cli
