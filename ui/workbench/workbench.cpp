// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/workbench.h"

#include "engine/explore/serving.h"
#include "engine/mapping/word_widths.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/run_choices.h"
#include "ui/style/wording.h"
#include "ui/words/constraint_words.h"
#include "ui/words/layer_words.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/comparison.h"
#include "ui/workbench/field_spec.h"
#include "ui/workbench/live_preview.h"
#include "ui/workbench/mapping_draft.h"

#include <QFileInfo>

#include <algorithm>

namespace nestloom::ui {

using records::RunKind;

Workbench::Workbench(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_library(session), m_baseline(std::make_unique<Baseline>(session, m_run)),
      m_comparison(std::make_unique<Comparison>(session))
{
    connect(m_comparison.get(), &Comparison::problem, this, &Workbench::problem);
    listenToSession();
    show(documentFor({}));
    connect(&m_run, &ShownRun::numbered, &m_selection, &Selection::nameRun);
    connect(&m_selection, &Selection::changed, this, &Workbench::onPlaceChanged);
    m_live = std::make_unique<LivePreview>(*this);
}

Workbench::~Workbench() = default;

void Workbench::listenToSession()
{
    connect(&m_session, &Session::layerFinished, &m_run, &ShownRun::takeLayer);
    connect(&m_session, &Session::jobChanged, &m_run, &ShownRun::takeJobState);
    connect(&m_session, &Session::jobFinished, &m_run, &ShownRun::takeJobState);
    connect(&m_session, &Session::runLoaded, this, &Workbench::onRunLoaded);
    connect(&m_session, &Session::failed, this, &Workbench::problem);
    connect(&m_session, &Session::jobChanged, this, &Workbench::tellJob);
    connect(&m_session, &Session::jobFinished, this, &Workbench::tellJob);
    connect(this, &Workbench::jobCancelAsked, &m_session, &Session::cancel);
}

void Workbench::tellJob(const JobState& job)
{
    if (job.end == JobState::End::Running)
        m_runningJobs.insert(job.id);
    else
        m_runningJobs.erase(job.id);
    Q_EMIT jobTold(job);
    if (job.id == m_wholeJob && job.end != JobState::End::Running) {
        setWholeJob(0);
        if (job.run > 0 && job.end != JobState::End::Failed)
            openRun(job.run);
    }
}

const MappingDraft* Workbench::draft() const { return m_draft; }
void Workbench::setDraft(MappingDraft* draft) { m_draft = draft; }

AcceleratorDocument& Workbench::documentFor(const QString& path)
{
    std::unique_ptr<AcceleratorDocument>& document = m_documents[path];
    if (!document) {
        document = std::make_unique<AcceleratorDocument>(m_session);
        m_histories.addStack(&document->history());
        connect(document.get(), &AcceleratorDocument::changed, this, [this, which = document.get()] {
            if (which != m_document)
                return;
            if (which->isDirty()) { // and not only opened or saved
                m_opened && !m_isEditorsInView ? leaveRun() : adopt();
                setWholeJob(0);
            }
            Q_EMIT editsChanged();
            Q_EMIT contextChanged();
        });
        connect(document.get(), &AcceleratorDocument::refused, this, &Workbench::problem);
    }
    return *document;
}

void Workbench::show(AcceleratorDocument& document)
{
    if (m_document == &document)
        return;
    keepEdits();
    m_document = &document;
    m_histories.setActiveStack(&document.history());
    Q_EMIT documentChanged();
    Q_EMIT editsChanged();
    if (!m_opened)
        Q_EMIT contextChanged();
}

/// What was edited of a run's or a point's accelerator becomes one without a file, on the list.
void Workbench::keepEdits()
{
    if (!m_document || m_document->isEmpty() || !m_document->path().isEmpty() || !m_document->isDirty())
        return;
    const QString name = qt(m_document->value().name);
    const QString& before = m_document->saved().yaml; // nothing, where the text was typed
    const AcceleratorEntry entry =
        m_library.addUnsaved(m_library.findAccelerator(name) ? m_library.variantName(name) : name,
                             before.isEmpty() ? m_document->state().yaml : before);
    m_document->moveTo(entry.path);
    moveDocument(entry.path);
}

/// The shown document is that of this path.
void Workbench::moveDocument(const QString& path)
{
    const auto isShown = [this](const auto& entry) { return entry.second.get() == m_document; };
    auto node = m_documents.extract(std::ranges::find_if(m_documents, isShown));
    node.key() = path;
    m_documents.erase(path); // an older one of a file that was just replaced
    m_documents.insert(std::move(node));
}

void Workbench::adopt()
{
    m_wholeRun = 0;
    if (!m_opened)
        return;
    m_network = m_opened->network;
    m_networkYaml = m_opened->networkYaml;
    m_opened.reset();
    Q_EMIT networkChanged();
}

void Workbench::takeInView(const ScheduleRequest& inputs)
{
    const bool wasOther = network() != inputs.network;
    m_opened.reset();
    if (inputs.accelerator != m_document->value() || inputs.network != m_network)
        m_opened = inputs;
    if (m_opened && m_opened->accelerator.levels.empty()) // a memory plan of none
        m_opened->accelerator = m_document->value();
    m_isEditorsInView = accelerator() == m_document->value();
    if (wasOther)
        Q_EMIT networkChanged();
    Q_EMIT contextChanged();
}

const hardware::Accelerator& Workbench::accelerator() const
{
    return m_opened ? m_opened->accelerator : m_document->value();
}

RunId Workbench::runApart() const
{
    if (m_wholeRun != 0)
        return m_opened ? m_wholeRun : 0;
    return m_run.accelerator() != m_document->value() || m_run.network() != m_network ? m_run.run() : 0;
}

void Workbench::leaveRun()
{
    setWholeJob(0); // something else was chosen meanwhile: its run is in the list
    if (m_run.isEmpty() && !m_opened && m_wholeRun == 0)
        return;
    const bool wasOther = network() != m_network;
    const auto layer = layerIn(m_network);
    m_awaitedRun = m_wholeRun = 0;
    m_opened.reset();
    m_run.clear();
    m_selection.enterRun(0, layer); // of the preview that may follow
    if (wasOther)
        Q_EMIT networkChanged();
    Q_EMIT contextChanged();
}

void Workbench::backToEditor()
{
    const bool isSame = m_own.run != 0 && m_own.accelerator == m_document->value() && m_own.network == m_network;
    leaveRun();
    isSame ? openRun(m_own.run) : m_live->follow();
}

bool Workbench::isUnlikeItsName() const
{
    return m_document->isDirty() || m_library.isUnlikePreset(m_document->value());
}

QString Workbench::editedName(const QString& path) const
{
    const auto it = m_documents.find(path);
    return it != m_documents.end() && it->second->isDirty() ? qt(it->second->value().name) : QString();
}

std::vector<UnsavedEdit> Workbench::unsavedEdits() const
{
    std::vector<UnsavedEdit> edits;
    for (const auto& [path, document] : m_documents)
        if (document->isDirty())
            edits.push_back({path, qt(document->value().name), document->saved().yaml, document->state().yaml});
    return edits;
}

bool Workbench::restoreEdit(const UnsavedEdit& edit)
{
    AcceleratorDocument& document = documentFor(edit.path);
    if (document.isEmpty()) {
        const std::vector<AcceleratorEntry>& listed = m_library.accelerators();
        const auto it =
            std::ranges::find_if(listed, [&](const AcceleratorEntry& entry) { return entry.path == edit.path; });
        const AcceleratorEntry entry =
            it != listed.end() ? *it : AcceleratorEntry{edit.name, edit.path, edit.saved, false};
        if (const Status opened = document.open(entry); !opened) {
            Q_EMIT problem(qt(opened.error().text()));
            return false;
        }
        if (isUnsaved(edit.path) || QFileInfo(edit.path).isAbsolute())
            m_library.list(entry); // it may not be: its file is gone
    }
    show(document);
    document.endStep();
    document.setYaml(edit.text);
    document.endStep();
    document.noteOnDisk(edit.saved); // the file may have changed since
    document.lookForFile();          // or be gone
    return true;
}

void Workbench::setOptions(const schedule::ScheduleOptions& options)
{
    if (m_options == options)
        return;
    m_options = options;
    shareWithNodes();
    Q_EMIT optionsChanged();
}

void Workbench::shareWithNodes()
{
    m_nodes.seed = m_options.seed;
    if (m_kind == RunKind::Nodes)
        m_nodes.goal = kapla::goalFor(m_options.cosa.objective);
}

void Workbench::setEngine(const std::string& engine)
{
    if (engine == this->engine())
        return;
    m_kind = records::kindOf(engine);
    (m_kind == RunKind::Nodes    ? m_nodes.engine
     : m_kind == RunKind::Memory ? m_memory.engine
                                 : m_options.engine) = engine;
    m_options.cosa.simulated = m_options.cosa.simulated && engine == schedule::kMeshEngine; // no other one does
    shareWithNodes();
    Q_EMIT optionsChanged();
}

void Workbench::setNodeOptions(const kapla::NodeRunOptions& options)
{
    if (m_nodes == options)
        return;
    m_nodes = options;
    if (m_kind == RunKind::Nodes && kapla::goalFor(m_options.cosa.objective) != m_nodes.goal)
        m_options.cosa.objective = *schedule::objective(name(m_nodes.goal));
    Q_EMIT optionsChanged();
}

QString Workbench::whyUnserved(std::string_view engine) const
{
    if (records::kindOf(engine) == RunKind::Memory && !workload::hasGraph(m_network))
        return tr("%1 is a list of layers: which tensors lie between them is not known.").arg(qt(m_network.name));
    const auto found = explore::obstacle(engine, m_document->value());
    return found ? asSentence(qt(found->why)) : QString();
}

bool Workbench::chooseAccelerator(const AcceleratorEntry& entry)
{
    AcceleratorDocument& document = documentFor(entry.path);
    if (document.isEmpty()) {
        if (const Status opened = document.open(entry); !opened) {
            Q_EMIT problem(qt(opened.error().text()));
            return false;
        }
    }
    const bool wasPreview = m_run.isPreview(), isOther = &document != m_document;
    if (m_opened || isOther)
        leaveRun();
    show(document);
    if (wasPreview && isOther)
        m_live->follow();
    return true;
}

bool Workbench::chooseNetwork(const NetworkEntry& entry)
{
    const auto network = m_session.parseNetwork(entry.yaml, entry.path.section(QLatin1Char('/'), -1));
    if (!network) {
        Q_EMIT problem(qt(network.error().text()));
        return false;
    }
    const bool wasPreview = m_run.isPreview(), isOther = m_network != *network;
    m_network = *network;
    m_networkYaml = entry.yaml.toStdString();
    if (m_opened || isOther)
        leaveRun();
    Q_EMIT networkChanged();
    Q_EMIT contextChanged();
    if (wasPreview && isOther)
        m_live->follow();
    return true;
}

bool Workbench::openFile(const QString& path, bool orMend)
{
    const auto opened = m_library.open(path);
    if (!opened) {
        if (orMend && opened.error().code == ErrorCode::InvalidInput && openBroken(path))
            return true;
        Q_EMIT problem(qt(opened.error().text()));
        return false;
    }
    if (opened->kind == Library::Kind::Network)
        return chooseNetwork(m_library.networks()[opened->index]);
    const AcceleratorEntry& entry = m_library.accelerators()[opened->index];
    AcceleratorDocument& document = documentFor(entry.path);
    if (!document.isEmpty() && !document.isDirty() && document.state().yaml != entry.yaml)
        (void)document.open(entry); // parsed a moment ago; the file changed on disk
    return chooseAccelerator(entry);
}

/// Puts the text of an accelerator that cannot be read into the editor, to be mended there. One of a network is handed
/// on; the error is told as well.
bool Workbench::openBroken(const QString& path)
{
    const auto broken = brokenText(path);
    if (!broken)
        return false;
    const auto& [kind, yaml] = *broken;
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (kind == Library::Kind::Network)
        return Q_EMIT brokenNetworkFound(yaml, absolute), false;
    AcceleratorDocument& document = documentFor(absolute);
    if (!document.isDirty())
        document.openBroken(absolute, yaml);
    leaveRun();
    show(document);
    Q_EMIT brokenTextOpened(document.state().yamlError ? lineOf(qt(document.state().yamlError->where)) : 1);
    return true;
}

bool Workbench::saveAccelerator(const QString& path)
{
    if (path == m_document->path() && m_document->isChangedOnDisk())
        return Q_EMIT changedFileKept(), false;
    const QString before = m_document->path();
    const Status saved = m_document->saveAs(path);
    if (!saved) {
        Q_EMIT problem(qt(saved.error().text()));
        return false;
    }
    moveDocument(path);
    if (!m_document->state().yamlError)
        (void)m_library.open(path); // lists it
    m_library.removeUnsaved(before);
    return true;
}

void Workbench::openRun(RunId run)
{
    setWholeJob(0);
    if (shownRun() != 0 && runApart() == 0)
        m_own = {shownRun(), m_document->value(), m_network};
    m_awaitedRun = run;
    m_session.loadRun(run);
}

/// The selected layer, when `other` is the network of the shown run as well: it stays selected.
std::optional<std::size_t> Workbench::layerIn(const workload::Network& other) const
{
    return m_run.network() == other ? m_selection.layer() : std::nullopt;
}

void Workbench::onRunLoaded(const RunRecord& record)
{
    if (record.summary.id != m_awaitedRun)
        return; // another run was asked for since
    m_awaitedRun = 0;
    const bool isOfLayers = record.summary.kind == RunKind::Layers;
    if (isOfLayers) {
        const auto layer = layerIn(record.inputs.network);
        m_run.show(record);
        m_selection.enterRun(record.summary.id, layer);
    } else {
        m_run.clear();
    }
    m_wholeRun = isOfLayers ? 0 : record.summary.id;
    m_hasWholeRun = record.nodes || record.memory;
    takeInView(record.inputs);
    if (!isOfLayers)
        Q_EMIT wholeRunOpened(record);
}

void Workbench::onPlaceChanged(const Place& place)
{
    if (place.run != 0 && place.run != m_run.storedRun())
        openRun(place.run); // Back or Forward crossed a border between runs
}

void Workbench::editAccelerator(const QString& key, const hardware::Accelerator& accelerator)
{
    AcceleratorDocument& document = documentFor(key);
    if (document.isEmpty())
        document.openValue(accelerator);
    adopt();
    if (!m_run.isEmpty() && m_run.accelerator() != document.value())
        leaveRun();
    show(document);
}

QString Workbench::whyNotRun() const
{
    if (!m_document->hasText())
        return tr("Choose an accelerator in the project tree first.");
    if (const auto problems = m_document->problems(); !problems.empty()) {
        const QString field = fieldWords(m_document->value(), problems.front().key, m_session);
        const QString& message = problems.front().message; // begins with the file's name when it is the text as a whole
        return field.isEmpty() ? message : asSentence(tr("%1: %2").arg(field, message));
    }
    if (m_network.layers.empty())
        return m_network.name.empty() ? tr("Choose a network in the project tree first.")
                                      : noLayersText(m_network).first + QLatin1Char('.');
    if (QString reason = whyUnserved(engine()); !reason.isEmpty())
        return reason;
    if (m_kind == RunKind::Memory)
        return m_memory.scratchpad.count > 0 || explore::sharedBuffer(m_document->value())
                   ? m_memoryProblem
                   : tr("Say how large the scratchpad is: the accelerator has no buffer.");
    if (engine() != "flexer") // which knows no objective
        if (const auto why = schedule::whyUnused(schedule::RunChoice::Objective, engine(), m_options.cosa.objective))
            return asSentence(tr("Objective: %1").arg(qt(*why)));
    if (m_kind == RunKind::Nodes)
        return {};
    for (const std::string& line : m_options.constraints)
        if (const QString problem = constraintProblemText(m_document->value(), line); !problem.isEmpty())
            return asSentence(tr("Constraint of the run: %1").arg(problem));
    return {};
}

JobId Workbench::startRun()
{
    if (const QString reason = whyNotRun(); !reason.isEmpty()) {
        Q_EMIT problem(reason);
        return 0;
    }
    m_document->endStep();
    ScheduleRequest request{m_document->value(), m_network, m_options, m_document->state().yaml.toStdString(),
                            m_networkYaml};
    request.edited = isUnlikeItsName();
    if (m_kind == RunKind::Nodes) {
        request.nodes = m_nodes;
    } else if (m_kind == RunKind::Memory) {
        request.memory = m_memory;
        request.memory->seed = m_options.seed;
        request.networkYaml.clear(); // its elements are as wide as the accelerator's words
        mapping::useWords(request.network, request.accelerator);
        if (request.memory->scratchpad.count == 0)
            request.memory->scratchpad =
                *request.accelerator.levels[explore::sharedBuffer(request.accelerator)->value].capacity;
    }
    return startRun(request);
}

JobId Workbench::startRun(const ScheduleRequest& request)
{
    const JobId job = m_session.submit(request);
    if (job != 0) { // else the session has said why
        Q_EMIT runBegan();
        follow(job, request);
    }
    return job;
}

void Workbench::follow(JobId job, const ScheduleRequest& request)
{
    m_awaitedRun = 0;
    setWholeJob(request.kind() == RunKind::Layers ? 0 : job);
    if (m_wholeJob != 0)
        return; // shown when it is done
    m_wholeRun = 0;
    const auto layer = layerIn(request.network);
    m_run.begin(job, request);
    m_selection.enterRun(0, layer);
    takeInView(request);
}

} // namespace nestloom::ui
